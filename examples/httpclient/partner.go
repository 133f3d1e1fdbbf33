// Package httpclient retries the requests of an http.Client by a generated
// transport with routes.
package httpclient

import "net/http"

//go:generate go run github.com/retrygen/retrygen/cmd/retrygen generate

// NewClient returns a client for the partner's API that retries as
// partner.retry.yaml says.
func NewClient() *http.Client {
	return &http.Client{Transport: NewPartnerTransport(http.DefaultTransport)}
}
