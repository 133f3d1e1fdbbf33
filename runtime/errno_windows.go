package retry

import "syscall"

// Numbers of Windows Sockets that package syscall does not name.
const (
	wsaNetDown     = syscall.Errno(10050)
	wsaNetUnreach  = syscall.Errno(10051)
	wsaNetReset    = syscall.Errno(10052)
	wsaNotConn     = syscall.Errno(10057)
	wsaTimedOut    = syscall.Errno(10060)
	wsaConnRefused = syscall.Errno(10061)
	wsaHostDown    = syscall.Errno(10064)
	wsaHostUnreach = syscall.Errno(10065)
)

// systemError reports whether err is the system's own error, and whether that
// is about a connection. System errors have the methods of a net.Error even
// when they are about files.
func systemError(err error) (network, known bool) {
	number, known := err.(syscall.Errno)
	if !known {
		return false, false
	}
	switch number {
	case syscall.WSAECONNABORTED, syscall.WSAECONNRESET, wsaConnRefused, wsaTimedOut, wsaNotConn,
		wsaNetDown, wsaNetUnreach, wsaNetReset, wsaHostDown, wsaHostUnreach, syscall.ERROR_BROKEN_PIPE,
		syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.ECONNABORTED, syscall.EPIPE, syscall.ETIMEDOUT,
		syscall.ENETUNREACH, syscall.EHOSTUNREACH:
		return true, true
	}
	return false, true
}

// isRefused reports whether err is the system's own error for a connection that
// was refused.
func isRefused(err error) bool { return err == wsaConnRefused || err == syscall.ECONNREFUSED }
