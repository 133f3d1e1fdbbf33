// Package payments is the plain client of a payment service, as an SDK might
// ship it. The package retrying below it is generated: the same methods, with
// retries, for those who want them.
package payments

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	retry "github.com/retrygen/retrygen/runtime"
)

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate

// ErrDeclined is what a charge of a declined card matches.
var ErrDeclined = errors.New("card declined")

// StatusError is an answer of the service that is no success.
type StatusError struct {
	Code int // HTTP status
}

// Error returns the status as text.
func (e *StatusError) Error() string { return fmt.Sprintf("payment service answered %d", e.Code) }

// StatusCode returns the HTTP status.
func (e *StatusError) StatusCode() int { return e.Code }

// Charge is money to take from a card.
type Charge struct {
	Card  string
	Cents int64
}

// Receipt is the proof of a charge.
type Receipt struct{ ID string }

// Client calls the payment service at URL.
type Client struct {
	URL  string
	HTTP *http.Client // nil: http.DefaultClient
}

// Charge takes money from a card. It sends the idempotency key of the call, so
// that the service charges once, however many attempts reach it.
func (c *Client) Charge(ctx context.Context, charge Charge, tags ...string) (*Receipt, error) {
	body := fmt.Sprintf("%s %d %s", charge.Card, charge.Cents, strings.Join(tags, ","))
	answer, err := c.send(ctx, "/charges", strings.NewReader(body))
	if status, ok := errors.AsType[*StatusError](err); ok && status.Code == http.StatusPaymentRequired {
		return nil, fmt.Errorf("charge %d cents: %w", charge.Cents, ErrDeclined)
	}
	if err != nil {
		return nil, err
	}
	receipt := new(Receipt)
	return receipt, json.Unmarshal(answer, receipt)
}

// Status asks whether the service is up.
func (c *Client) Status(ctx context.Context) error {
	_, err := c.send(ctx, "/status", http.NoBody)
	return err
}

// Upload sends a document. Its reader can be read once only.
func (c *Client) Upload(ctx context.Context, name string, document io.Reader) (int64, error) {
	counted := &counter{Reader: document}
	_, err := c.send(ctx, "/documents/"+name, counted)
	return counted.n, err
}

// counter counts the bytes that are read from a reader.
type counter struct {
	io.Reader
	n int64
}

// Read implements [io.Reader].
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// send sends a request and returns the body of the answer.
func (c *Client) send(ctx context.Context, path string, body io.Reader) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+path, body)
	if err != nil {
		return nil, err
	}
	if key := retry.IdempotencyKey(ctx); key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := cmp.Or(c.HTTP, http.DefaultClient).Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode >= http.StatusBadRequest {
		return nil, &StatusError{Code: response.StatusCode}
	}
	return io.ReadAll(response.Body)
}
