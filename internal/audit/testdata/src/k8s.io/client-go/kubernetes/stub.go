package kubernetes

import "context"

type Pods interface {
	Create(ctx context.Context, name string) error
}
