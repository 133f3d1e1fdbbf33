package kubernetes

import (
	"context"
	"errors"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	typed "k8s.io/client-go/kubernetes/typed/core/v1"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	typed.PodInterface
	*flaky.Script
}

func (f fake) Get(context.Context, string, metav1.GetOptions) (*corev1.Pod, error) {
	return nil, f.Next()
}

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.Get(ctx, "a", metav1.GetOptions{})
		return err
	}, []error{
		apierrors.NewTooManyRequestsError("busy"),
		apierrors.NewInternalError(errors.New("etcd")),
	}, []error{
		apierrors.NewNotFound(schema.GroupResource{}, "a"),
		apierrors.NewConflict(schema.GroupResource{}, "a", nil),
	})
}
