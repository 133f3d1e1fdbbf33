package schema

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
)

// schemaAddress is the name of the JSON Schema in the locations of its keywords.
// It is absolute: a relative one would be looked up in the working directory, whose
// path may have characters that no URL has.
const schemaAddress = "https://github.com/retrygen/retrygen/schema/v1/retrygen.schema.json"

// validator compiles the JSON Schema when it is first needed.
var validator = sync.OnceValues(func() (*jsonschema.Schema, error) {
	compiler := jsonschema.NewCompiler()
	compiler.Draft = jsonschema.Draft7
	compiler.LoadURL = func(address string) (io.ReadCloser, error) {
		return nil, fmt.Errorf("the JSON Schema refers to %s, which is outside of it", address)
	}
	if err := compiler.AddResource(schemaAddress, bytes.NewReader(schemaText)); err != nil {
		return nil, fmt.Errorf("embedded JSON Schema: %w", err)
	}
	compiled, err := compiler.Compile(schemaAddress)
	if err != nil {
		return nil, fmt.Errorf("embedded JSON Schema: %w", err)
	}
	return compiled, nil
})

// validate checks the document against the JSON Schema, and adds a finding for
// each value that no earlier finding is about.
func validate(ctx *decode.Context, root *document.Node) {
	compiled, err := validator()
	if err == nil {
		err = compiled.Validate(root.Plain())
	}
	if err == nil {
		return
	}
	var invalid *jsonschema.ValidationError
	known, loadErr := loadDefinitions()
	if !errors.As(err, &invalid) || loadErr != nil {
		ctx.Value(root).Report(document.Internal, cmp.Or(loadErr, err).Error(), "please report this")
		return
	}
	index := make(map[Pointer]*document.Node)
	indexNodes(index, root)
	for _, broken := range brokenKeywords(invalid) {
		if !ctx.IsRejected(broken.instance) {
			newViolation(ctx, known, index, broken).explain()
		}
	}
}

func indexNodes(index map[Pointer]*document.Node, n *document.Node) {
	index[n.Pointer()] = n
	for _, m := range n.Members() {
		indexNodes(index, m.Value)
	}
	for _, item := range n.Items() {
		indexNodes(index, item)
	}
}

// brokenKeywords returns the causes of an error that have no causes themselves,
// ordered by value: the validator goes through mappings in another order every
// time.
func brokenKeywords(e *jsonschema.ValidationError) []brokenKeyword {
	var all []brokenKeyword
	var collect func(*jsonschema.ValidationError)
	collect = func(e *jsonschema.ValidationError) {
		for _, cause := range e.Causes {
			collect(cause)
		}
		if len(e.Causes) == 0 {
			_, keyword, _ := strings.Cut(e.AbsoluteKeywordLocation, "#")
			all = append(all, brokenKeyword{unescape(e.InstanceLocation), unescape(keyword)})
		}
	}
	collect(e)
	slices.SortFunc(all, func(a, b brokenKeyword) int {
		return cmp.Or(cmp.Compare(a.instance, b.instance), cmp.Compare(a.keyword, b.keyword))
	})
	return all
}

// unescape returns the pointer in a location, in which the validator escapes
// characters as in a URL.
func unescape(location string) Pointer {
	if plain, err := url.PathUnescape(location); err == nil {
		return Pointer(plain)
	}
	return Pointer(location)
}
