package soak

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// fault is what becomes of the first attempt of a call.
type fault int

const (
	none     fault = iota
	refuse         // 503 with a body
	throttle       // 429 with Retry-After
	drip           // the answer, byte by byte
	reset          // the connection ends without an answer
	cut            // it ends within the header of the answer
	stall          // no answer at all
)

// faultOf spreads faults over the calls: one in twenty does not end the
// connection, and about one in a thousand does.
func faultOf(call int) fault {
	switch n := call * 2654435761 >> 4 % 100_000; {
	case n < 3_000:
		return refuse
	case n < 4_000:
		return throttle
	case n < 5_000:
		return drip
	case n < 5_050:
		return reset
	case n < 5_080:
		return cut
	case n < 5_085:
		return stall
	}
	return none
}

// faulty is an HTTP server of the least that there is to one, so that the time
// of the test is that of the client.
type faulty struct {
	listener net.Listener
	made     atomic.Int64 // connections
	open     atomic.Int64
	requests atomic.Int64
	served   atomic.Int64 // requests answered in full
	spared   sync.Map     // calls whose fault is over, by number
	conns    sync.WaitGroup
}

func newFaulty(t *testing.T) *faulty {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &faulty{listener: listener}
	f.conns.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			f.made.Add(1)
			f.open.Add(1)
			f.conns.Go(func() {
				defer f.open.Add(-1)
				defer conn.Close()
				f.serve(conn.(*net.TCPConn))
			})
		}
	})
	return f
}

// serve answers the requests of a connection until one ends it.
func (f *faulty) serve(conn *net.TCPConn) {
	in := bufio.NewReader(conn)
	for {
		call, err := readRequest(in)
		if err != nil {
			return
		}
		f.requests.Add(1)
		if !f.answer(conn, in, call) {
			return
		}
	}
}

// readRequest reads a GET request for /NUMBER.
func readRequest(in *bufio.Reader) (call int, err error) {
	for first := true; ; first = false {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if first {
			path, _, _ := strings.Cut(strings.TrimPrefix(string(line), "GET /"), " ")
			if call, err = strconv.Atoi(path); err != nil {
				return 0, fmt.Errorf("request %q: %w", line, err)
			}
		}
		if len(line) == 2 {
			return call, nil
		}
	}
}

// answer answers a request, and reports whether the connection lives on.
func (f *faulty) answer(conn *net.TCPConn, in io.Reader, call int) bool {
	body := "call " + strconv.Itoa(call)
	whole := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	now := faultOf(call)
	if now != none {
		if _, over := f.spared.LoadAndDelete(call); over {
			now = none
		} else if now != drip {
			f.spared.Store(call, true)
		}
	}
	switch now {
	case refuse:
		return write(conn, "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 1000\r\n\r\n"+strings.Repeat("x", 1000))
	case throttle:
		return write(conn, "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n")
	case reset:
		_ = conn.SetLinger(0)
		return false
	case cut:
		write(conn, "HTTP/1.1 200 OK\r\nContent-Le")
		return false
	case stall:
		_, _ = in.Read(make([]byte, 1)) // until the client gives up
		return false
	}
	f.served.Add(1)
	if now == drip {
		for _, c := range whole {
			if !write(conn, string(c)) {
				return false
			}
		}
		return true
	}
	return write(conn, whole)
}

func write(conn net.Conn, text string) bool {
	_ = conn.SetWriteDeadline(time.Now().Add(10 * time.Second))
	_, err := io.WriteString(conn, text)
	return err == nil
}
