// Package templates holds the texts that are not Go code of a user's policies:
// the files that "retrygen init" writes.
package templates

import (
	"embed"
	"fmt"
	"strings"
	"sync"
	"text/template"

	"github.com/retrygen/retrygen/internal/dialect"
)

//go:embed starter
var files embed.FS

// Dialects returns the dialects that have a starter spec.
func Dialects() []string { return dialect.Names() }

// Spec returns the starter spec of a dialect. It wraps the interface Gateway
// that [Go] declares.
func Spec(name string) ([]byte, error) {
	d := dialect.Named(name)
	if d == nil {
		return nil, fmt.Errorf("no dialect %q; there are %s", name, strings.Join(Dialects(), ", "))
	}
	return d.Starter(), nil
}

var goFile = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(files, "starter/retrygen.go.tmpl"))
})

// Go returns the Go file of a first spec, in the package with the given name. It
// has the line for "go generate" and, unless the spec wraps a type that is
// declared, the interface that the spec wraps.
func Go(packageName string, isDeclared bool) ([]byte, error) {
	var text strings.Builder
	data := struct {
		Package    string
		IsDeclared bool
	}{packageName, isDeclared}
	if err := goFile().Execute(&text, data); err != nil {
		return nil, fmt.Errorf("fill in the starter: %w", err)
	}
	return []byte(text.String()), nil
}
