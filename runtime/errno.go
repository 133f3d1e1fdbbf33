//go:build !plan9 && !windows

package retry

import "syscall"

// systemError reports whether err is the system's own error, and whether that
// is about a connection. System errors have the methods of a net.Error even
// when they are about files.
func systemError(err error) (network, known bool) {
	number, known := err.(syscall.Errno)
	if !known {
		return false, false
	}
	switch number {
	case syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.ECONNABORTED, syscall.EPIPE,
		syscall.ENETDOWN, syscall.ENETUNREACH, syscall.ENETRESET,
		syscall.EHOSTDOWN, syscall.EHOSTUNREACH, syscall.ETIMEDOUT, syscall.ENOTCONN:
		return true, true
	}
	return false, true
}

// isRefused reports whether err is the system's own error for a connection that
// was refused.
func isRefused(err error) bool { return err == syscall.ECONNREFUSED }
