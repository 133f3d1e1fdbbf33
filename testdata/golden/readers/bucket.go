// Package readers has parameters that an attempt uses up.
package readers

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Object is sent with its content.
type Object struct {
	Key  string
	Body io.ReadSeeker
}

// Bucket holds files.
type Bucket interface {
	Upload(ctx context.Context, body io.Reader) error
	UploadAll(ctx context.Context, bodies ...io.ReadCloser) error
	UploadFile(ctx context.Context, file *os.File) error
	Put(ctx context.Context, object *Object) error
	Send(request *http.Request) (*http.Response, error)
	Drain(ctx context.Context, events <-chan string) error
	Fill(ctx context.Context, events chan<- string) error
	Replay(ctx context.Context, body io.Reader) error
	Download(ctx context.Context, into io.Writer) error
	Read(p []byte) (n int, err error)
	Write(p []byte) (n int, err error)
	ReadAt(p []byte, offset int64) (n int, err error)
}

type bucket struct{ expect.Flaky }

func (b *bucket) Upload(context.Context, io.Reader) error           { return b.Try() }
func (b *bucket) UploadAll(context.Context, ...io.ReadCloser) error { return b.Try() }
func (b *bucket) UploadFile(context.Context, *os.File) error        { return b.Try() }
func (b *bucket) Put(context.Context, *Object) error                { return b.Try() }
func (b *bucket) Send(*http.Request) (*http.Response, error)        { return nil, b.Try() }
func (b *bucket) Drain(context.Context, <-chan string) error        { return b.Try() }
func (b *bucket) Fill(context.Context, chan<- string) error         { return b.Try() }
func (b *bucket) Replay(context.Context, io.Reader) error           { return b.Try() }
func (b *bucket) Download(context.Context, io.Writer) error         { return b.Try() }
func (b *bucket) Read([]byte) (int, error)                          { return 1, b.Try() }
func (b *bucket) Write([]byte) (int, error)                         { return 1, b.Try() }
func (b *bucket) ReadAt([]byte, int64) (int, error)                 { return 1, b.Try() }

// Check checks which methods are retried.
func Check() error {
	ctx := context.Background()
	b := &bucket{}
	client := NewRetryingBucket(b)
	body := strings.NewReader("x")
	tests := []struct {
		name  string
		calls int
		call  func() error
	}{
		{"upload", 1, func() error { return client.Upload(ctx, body) }},
		{"upload all", 1, func() error { return client.UploadAll(ctx, io.NopCloser(body)) }},
		{"upload file", 3, func() error { return client.UploadFile(ctx, nil) }},
		{"put", 1, func() error { return client.Put(ctx, &Object{Body: body}) }},
		{"send", 1, func() error { _, err := client.Send(nil); return err }},
		{"drain", 1, func() error { return client.Drain(ctx, nil) }},
		{"fill", 1, func() error { return client.Fill(ctx, nil) }},
		{"replay", 3, func() error { return client.Replay(ctx, body) }},
		{"download", 1, func() error { return client.Download(ctx, io.Discard) }},
		{"read", 1, func() error { _, err := client.Read(nil); return err }},
		{"write", 1, func() error { _, err := client.Write(nil); return err }},
		{"read at", 3, func() error { _, err := client.ReadAt(nil, 0); return err }},
	}
	var errs []error
	for _, test := range tests {
		b.Again(9)
		errs = append(errs, expect.Error(test.name, test.call(), expect.ErrFlaky), expect.Equal(test.name, b.Calls, test.calls))
	}
	return errors.Join(errs...)
}
