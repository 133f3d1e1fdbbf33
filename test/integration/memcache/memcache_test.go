package memcache

import (
	"net"
	"testing"

	"github.com/bradfitz/gomemcache/memcache"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	ClientAPI
	*flaky.Script
}

func (f fake) Get(string) (*memcache.Item, error) { return nil, f.Next() }

func TestRetries(t *testing.T) {
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.Get("a")
		return err
	}, []error{
		memcache.ErrServerError,
		&memcache.ConnectTimeoutError{Addr: &net.TCPAddr{}},
	}, []error{
		memcache.ErrCacheMiss,
		memcache.ErrMalformedKey,
	})
}
