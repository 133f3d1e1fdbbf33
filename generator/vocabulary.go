package generator

import (
	"context"

	"github.com/retrygen/retrygen/generator/internal/resolve"
	"github.com/retrygen/retrygen/schema"
)

// Vocabularies returns the names that each of the specs can refer to, for
// [schema.JSONFor]: its policies, the methods of what its clients wrap, and the
// errors of its package. The specs may have errors. The build tags are those of
// [Generate].
func Vocabularies(ctx context.Context, specs []*schema.Spec, tags ...string) ([]schema.Vocabulary, error) {
	return resolve.Vocabularies(ctx, specs, tags...)
}
