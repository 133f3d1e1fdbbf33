package server

import (
	"bytes"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// Proxy passes connections on to a server. It can cut one between the execution
// of a statement and its answer.
type Proxy struct {
	listener net.Listener
	server   string
	marker   atomic.Pointer[[]byte]
	isReset  atomic.Bool
	cuts     atomic.Int32
	passing  sync.WaitGroup
}

// NewProxy starts a proxy for a server. It ends with the test.
func NewProxy(t *testing.T, server string) *Proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: listener, server: server}
	p.passing.Go(p.accept)
	t.Cleanup(func() {
		listener.Close()
		p.passing.Wait()
	})
	return p
}

// Address returns where the proxy listens.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// CutAfter makes the proxy cut the next connection on which the client sends
// the marker, once the server has answered. The client sees a reset, or the end
// of the stream.
func (p *Proxy) CutAfter(marker string, isReset bool) {
	p.isReset.Store(isReset)
	text := []byte(marker)
	p.marker.Store(&text)
}

// Cuts returns how many connections have been cut.
func (p *Proxy) Cuts() int { return int(p.cuts.Load()) }

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.server)
		if err != nil {
			client.Close()
			continue
		}
		c := &connection{proxy: p, client: client.(*net.TCPConn), server: server}
		p.passing.Go(c.passRequests)
		p.passing.Go(c.passAnswers)
	}
}

// connection is one client and its connection to the server.
type connection struct {
	proxy  *Proxy
	client *net.TCPConn
	server net.Conn
	isDue  atomic.Bool // the next answer is not passed on
}

func (c *connection) passRequests() {
	defer c.close()
	pass(c.client, c.server, func(request []byte) bool {
		marker := c.proxy.marker.Load()
		if marker != nil && bytes.Contains(request, *marker) && c.proxy.marker.CompareAndSwap(marker, nil) {
			c.isDue.Store(true)
		}
		return true
	})
}

func (c *connection) passAnswers() {
	defer c.close()
	pass(c.server, c.client, func([]byte) bool {
		if !c.isDue.Load() {
			return true
		}
		c.proxy.cuts.Add(1)
		if c.proxy.isReset.Load() {
			c.client.SetLinger(0) // closing sends a reset
		}
		return false
	})
}

// pass copies from one connection to the other, as long as it may.
func pass(from, to net.Conn, may func([]byte) bool) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			if !may(buffer[:n]) {
				return
			}
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (c *connection) close() {
	c.client.Close()
	c.server.Close()
}
