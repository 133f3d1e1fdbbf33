package github

import (
	"context"
	"net/http"
	"testing"

	"github.com/google/go-github/v68/github"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	RepositoriesServiceAPI
	*flaky.Script
}

func (f fake) Get(context.Context, string, string) (*github.Repository, *github.Response, error) {
	return nil, nil, f.Next()
}

func TestRetries(t *testing.T) {
	ctx := context.Background()
	request, _ := http.NewRequest("GET", "http://localhost", nil)
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, _, err := c.Get(ctx, "a", "b")
		return err
	}, []error{
		&github.ErrorResponse{Response: &http.Response{StatusCode: 503, Request: request}},
		&github.RateLimitError{Response: &http.Response{StatusCode: 403, Request: request}},
	}, []error{
		&github.ErrorResponse{Response: &http.Response{StatusCode: 404, Request: request}},
	})
}
