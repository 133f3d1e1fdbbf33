package retryhttp

import (
	"errors"
	"io"
	"net"
	"strings"

	retry "github.com/retrygen/retrygen/runtime"
)

// lostConnection marks an error as a network error after which a repetition is
// safe. [http.Transport] returns a plain io.EOF if a server closes the
// connection.
type lostConnection struct{ err error }

// connectionError marks an error of a transport that is about a connection.
func (r *rule) connectionError(err error) error {
	if r.noProxy && isProxyError(err) {
		return retry.Prune(err)
	}
	if retry.IsNetwork(err) || retry.IsTimeout(err) || isEnd(err) {
		return &lostConnection{err}
	}
	return err
}

// isProxyError reports whether err is an error of [http.Transport] on the way to a
// proxy.
func isProxyError(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "proxyconnect"
}

// isEnd reports whether err says that the server ended the connection.
func isEnd(err error) bool {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return true
	}
	// net/http exports neither a variable nor a type for these errors.
	text := err.Error()
	return strings.Contains(text, "http: server closed idle connection") ||
		strings.Contains(text, "transport connection broken: malformed ") || // it ended within a line of the header
		strings.Contains(text, "http2: server sent GOAWAY") ||
		strings.Contains(text, "http2: client connection lost")
}

// Error returns the text of the error that is marked.
func (l *lostConnection) Error() string { return l.err.Error() }

// Unwrap returns the error that is marked.
func (l *lostConnection) Unwrap() error { return l.err }

// Timeout reports whether the error is a timeout.
func (l *lostConnection) Timeout() bool { return retry.IsTimeout(l.err) }

// Temporary makes the error a network error.
func (l *lostConnection) Temporary() bool { return true }

// RetrySafe implements [retry.RetrySafer].
func (l *lostConnection) RetrySafe() (safe, known bool) { return true, true }
