// Package unnamed has parameters without a name or with the blank one.
package unnamed

import (
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Mail is a mail.
type Mail struct{ To string }

// HTTPServer begins with an initialism.
type HTTPServer struct{ URL string }

// Mailer sends mail.
type Mailer interface {
	Send(context.Context, *Mail, string, string) (*Mail, error)
	Mixed(_ context.Context, _ int, name string, _ bool, _ error) (int, string, bool, error)
	Many(_ context.Context, _ []Mail, _ map[string]int, _ func(int) error, _ [2]byte, _ ...time.Duration) ([]Mail, []byte, error)
	Serve(HTTPServer, url.URL, *url.URL, float64, complex128, any, interface{ Len() int }, struct{ A int }) (HTTPServer, []string, error)
}

type mailer struct{ expect.Flaky }

func (m *mailer) Send(_ context.Context, mail *Mail, from, text string) (*Mail, error) {
	return &Mail{mail.To + from + text}, m.Try()
}

func (m *mailer) Mixed(_ context.Context, n int, name string, ok bool, _ error) (int, string, bool, error) {
	return n, name, ok, m.Try()
}

func (m *mailer) Many(_ context.Context, mails []Mail, _ map[string]int, _ func(int) error, data [2]byte, waits ...time.Duration) ([]Mail, []byte, error) {
	return mails[:len(waits)], data[:], m.Try()
}

func (m *mailer) Serve(s HTTPServer, a url.URL, b *url.URL, f float64, c complex128, v any, list interface{ Len() int }, t struct{ A int }) (HTTPServer, []string, error) {
	return s, []string{a.Host, b.Host}, m.Try()
}

// Check checks that every argument arrives in its place.
func Check() error {
	ctx := context.Background()
	m := &mailer{expect.Flaky{Failures: 2}}
	client := NewRetryingMailer(m)
	mail, err := client.Send(ctx, &Mail{"a"}, "b", "c")
	errs := []error{expect.Error("send", err, nil), expect.Equal("mail", mail.To, "abc"), expect.Equal("calls", m.Calls, 3)}
	m.Again(1)
	n, name, ok, err := client.Mixed(ctx, 7, "x", true, nil)
	errs = append(errs, expect.Error("mixed", err, nil), expect.Equal("mixed", []any{n, name, ok}, []any{7, "x", true}))
	m.Again(1)
	mails, data, err := client.Many(ctx, []Mail{{"a"}, {"b"}}, nil, nil, [2]byte{1, 2}, time.Second)
	errs = append(errs, expect.Error("many", err, nil), expect.Equal("mails", mails, []Mail{{"a"}}), expect.Equal("data", data, []byte{1, 2}))
	m.Again(1)
	server, hosts, err := client.Serve(HTTPServer{"x"}, url.URL{Host: "a"}, &url.URL{Host: "b"}, 1, 2, 3, nil, struct{ A int }{4})
	return errors.Join(append(errs, expect.Error("serve", err, nil), expect.Equal("server", server.URL, "x"), expect.Equal("hosts", hosts, []string{"a", "b"}))...)
}
