package elasticsearch

import (
	"context"

	"github.com/elastic/go-elasticsearch/v8"
	"github.com/elastic/go-elasticsearch/v8/typedapi/core/get"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types"
)

// Index is what a program uses of a typed client, whose methods return builders.
type Index interface {
	Get(ctx context.Context, id string) (*get.Response, error)
}

// Client reads an index with the real client.
type Client struct {
	*elasticsearch.TypedClient
	Name string
}

// Get implements [Index].
func (c Client) Get(ctx context.Context, id string) (*get.Response, error) {
	return c.TypedClient.Get(c.Name, id).Do(ctx)
}

var _ = types.ElasticsearchError{} // what the client returns
