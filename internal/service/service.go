// Package service has the errors of well-known services: for each, a table of
// what an expert of the service would list under errors.retry and errors.stop,
// with what happened to the operation and the source of every row.
//
// A table is one file and a line in [Tables].
package service

import (
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/goname"
	"github.com/retrygen/retrygen/internal/matcher"
)

// Table has the errors of a service.
type Table struct {
	// Name is what a spec writes: {service: postgres}.
	Name string
	// System is what people call the service.
	System string
	// Retry are the errors that are retried, Final those that never are. A
	// final error wins.
	Retry, Final []Row
}

// Row is a kind of errors of a service.
type Row struct {
	// Match matches the errors. Its outcome is known.
	Match matcher.Matcher
	// Why says what the errors mean, in a few words.
	Why string
	// Source is where that is documented.
	Source string
}

// Named returns the table of the given name.
func Named(name string) (*Table, bool) {
	i := slices.IndexFunc(Tables, func(t *Table) bool { return t.Name == name })
	if i < 0 {
		return nil, false
	}
	return Tables[i], true
}

// Names returns the names of all tables.
func Names() []string {
	names := make([]string, len(Tables))
	for i, t := range Tables {
		names[i] = t.Name
	}
	return names
}

// Packages returns the import paths of the packages that declare errors of the
// table, without the standard library's.
func (t *Table) Packages() []string {
	var paths []string
	for _, row := range slices.Concat(t.Retry, t.Final) {
		var name goname.Name
		switch c := row.Match.Condition().(type) {
		case matcher.Declared:
			name = c.Name
		case matcher.FieldIn:
			name = c.Of
		default:
			continue
		}
		first, _, _ := strings.Cut(name.Path, "/")
		if strings.Contains(first, ".") && !slices.Contains(paths, name.Path) {
			paths = append(paths, name.Path)
		}
	}
	return paths
}

// NeedsPackage reports whether the table knows errors only by declarations of
// its packages, apart from failures of the connection.
func (t *Table) NeedsPackage() bool {
	return !slices.ContainsFunc(t.Retry, func(row Row) bool {
		if _, isClass := row.Match.(matcher.Class); isClass {
			return false
		}
		switch row.Match.Condition().(type) {
		case matcher.Declared, matcher.FieldIn:
			return false
		default:
			return true
		}
	})
}

// typeName returns the name of a Go declaration: typeName("github.com/lib/pq", "*Error"). An
// element "v*" of the path stands for any major version, or for none.
func typeName(path, name string) goname.Name {
	star := name[0] == '*'
	if star {
		name = name[1:]
	}
	return goname.Name{Star: star, Path: path, Name: name}
}

// after returns the entry of a row with the given outcome.
func after(o matcher.Outcome) matcher.Entry { return matcher.Entry{Outcome: &o} }

func values(texts []string) []matcher.Value {
	all := make([]matcher.Value, len(texts))
	for i, text := range texts {
		all[i].Text = text
	}
	return all
}

// The matchers of rows, each with what happened to the operation.

func class(o matcher.Outcome, name string) matcher.Matcher {
	return matcher.Class{Entry: after(o), Class: name}
}

func sqlState(o matcher.Outcome, states ...string) matcher.Matcher {
	return matcher.SQLState{Entry: after(o), States: values(states)}
}

func code(o matcher.Outcome, codes ...string) matcher.Matcher {
	return matcher.Code{Entry: after(o), Codes: values(codes)}
}

// field matches errors of a type whose field has one of the values.
func field(o matcher.Outcome, path, name, member string, codes ...string) matcher.Matcher {
	return matcher.Code{Entry: after(o), Codes: values(codes), Field: &matcher.Field{Of: typeName(path, name), Path: member}}
}

// status matches errors with an HTTP status code.
func status(o matcher.Outcome, codes ...int) matcher.Matcher {
	return matcher.Status{Entry: after(o), Ranges: ranges(codes)}
}

// statusField matches errors of a type that has the HTTP status in a field.
func statusField(o matcher.Outcome, path, name, member string, codes ...int) matcher.Matcher {
	return matcher.Status{Entry: after(o), Ranges: ranges(codes), Field: &matcher.Field{Of: typeName(path, name), Path: member}}
}

func ranges(codes []int) []matcher.Range {
	all := make([]matcher.Range, len(codes))
	for i, code := range codes {
		all[i] = matcher.Range{Low: code, High: code}
	}
	return all
}

func grpc(o matcher.Outcome, codes ...string) matcher.Matcher {
	return matcher.GRPC{Entry: after(o), Codes: codes}
}

func prefix(o matcher.Outcome, prefixes ...string) matcher.Matcher {
	return matcher.Prefix{Entry: after(o), Prefixes: values(prefixes)}
}

func label(o matcher.Outcome, labels ...string) matcher.Matcher {
	return matcher.Label{Entry: after(o), Labels: values(labels)}
}

func method(o matcher.Outcome, name string) matcher.Matcher {
	return matcher.Method{Entry: after(o), Method: name}
}

// declared matches an error value or a type of a package.
func declared(o matcher.Outcome, path, name string) matcher.Matcher {
	return matcher.Go{Entry: after(o), Name: typeName(path, name)}
}

// The outcomes, as tables write them.
const (
	unknown = matcher.Unknown
	notSent = matcher.NotSent
	undone  = matcher.Undone
)
