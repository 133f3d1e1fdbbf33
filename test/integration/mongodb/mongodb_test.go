package mongodb

import (
	"context"
	"testing"

	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	CollectionAPI
	*flaky.Script
}

func (f fake) InsertOne(context.Context, any, ...options.Lister[options.InsertOneOptions]) (*mongo.InsertOneResult, error) {
	return nil, f.Next()
}

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.InsertOne(ctx, nil)
		return err
	}, []error{
		mongo.CommandError{Code: 10107},
		mongo.CommandError{Labels: []string{"TransientTransactionError"}},
	}, []error{
		mongo.ErrNoDocuments,
		mongo.CommandError{Code: 11000},
	})
}
