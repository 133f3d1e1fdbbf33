package page

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"time"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/simulate"
	"github.com/retrygen/retrygen/schema"
)

//go:embed assets
var assets embed.FS

// The bounds of what a browser can ask for.
const (
	maxBody   = 4 << 20 // two specs, escaped
	maxHeader = 16 << 10
	maxTime   = 20 * time.Second // of a simulation
	maxCalls  = 5_000_000        // of a simulation, over all seeds
)

// Config is what a page begins with.
type Config struct {
	Options simulate.Options
	// Spec and Against are the texts of specs; Against may be empty.
	Spec, Against string
	Policy        string // the first to show
	// Load reads the text of a spec.
	Load func(text []byte) (*schema.Spec, finding.List)
}

// Page serves a page and its simulations.
type Page struct {
	config Config
	token  string
	turn   chan struct{} // holds who simulates: one at a time
}

// New returns a page with a secret token in its address.
func New(c Config) *Page {
	return &Page{config: c, token: rand.Text(), turn: make(chan struct{}, 1)}
}

// ErrNotLoopback is the error of an address that others could reach.
var ErrNotLoopback = errors.New("is not an address of this machine alone: write 127.0.0.1:PORT")

// Listen listens on a loopback address, a host and a port.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, ErrNotLoopback
	}
	var c net.ListenConfig
	return c.Listen(ctx, "tcp", address)
}

// Address returns the address of the page on a listener.
func (p *Page) Address(l net.Listener) string {
	return "http://" + l.Addr().String() + "/" + p.token + "/"
}

// Serve serves the page until the context ends.
func (p *Page) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: p.Handler(), MaxHeaderBytes: maxHeader,
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: maxTime + 10*time.Second, IdleTimeout: time.Minute,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		patient, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if err := server.Shutdown(patient); err != nil {
			err = server.Close()
			stopped <- err
			return
		}
		stopped <- nil
	})
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// Handler returns the handler of the page: everything is below its token, and
// only for a browser that asked for this machine by its own name.
func (p *Page) Handler() http.Handler {
	files, err := fs.Sub(assets, "assets")
	if err != nil {
		panic(err) // the directory is embedded
	}
	mux := http.NewServeMux()
	root := "/" + p.token + "/"
	mux.Handle("GET "+root, http.StripPrefix(root, http.FileServerFS(files)))
	mux.HandleFunc("GET "+root+"start", p.start)
	mux.HandleFunc("POST "+root+"simulate", p.simulate)
	return guarded(mux)
}

// contentPolicy is the Content-Security-Policy of the page.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guarded refuses requests that another site sent, or that reached this machine
// by a name that somebody else can point here, and sets the headers that keep the
// page to itself.
func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !isLocal(r.Host) || !fromHere(r) {
			http.Error(w, "forbidden", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isLocal reports whether a host is this machine.
func isLocal(hostPort string) bool {
	host, _, err := net.SplitHostPort(hostPort)
	if err != nil {
		host = hostPort
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// fromHere reports whether the page itself sent a request, or the user typed its
// address.
func fromHere(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		origin := r.Header.Get("Origin")
		return origin == "" || origin == "http://"+r.Host
	}
	return false
}
