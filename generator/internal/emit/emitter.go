package emit

import (
	"go/types"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// emitter writes the declarations of one file. Everything is decided when it
// begins, so that nothing here can fail.
type emitter struct {
	file    *model.File
	imports *model.Imports
	policy  *model.Policy // whose declarations are being written
	// usesSmaller and usesLarger are set once file.smaller and file.larger
	// have been called.
	usesSmaller, usesLarger bool
}

// err returns the variable of the error that is classified.
func (e *emitter) err() *jen.Statement { return jen.Id(e.policy.ErrName) }

// qualified returns a name of the package at path.
func (e *emitter) qualified(path, name string) *jen.Statement {
	if local := e.imports.Use(path); local != "" {
		return jen.Id(local).Dot(name)
	}
	return jen.Id(name)
}

// object returns the name of a package-level declaration.
func (e *emitter) object(o types.Object) *jen.Statement {
	if o.Pkg() == nil {
		return jen.Id(o.Name())
	}
	return e.qualified(o.Pkg().Path(), o.Name())
}

// runtime returns a name of the retrygen runtime.
func (e *emitter) runtime(name string) *jen.Statement { return e.qualified(e.file.RuntimePath, name) }

// gen returns a name of the part of the runtime that only generated code calls.
func (e *emitter) gen(name string) *jen.Statement {
	return e.qualified(e.file.RuntimePath+"/gen", name)
}

// durationUnits are the units in which a duration is written, longest first.
var durationUnits = []struct {
	unit time.Duration
	name string
}{
	{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"},
	{time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"},
}

// duration returns a duration in its largest whole unit.
func (e *emitter) duration(d time.Duration) *jen.Statement {
	switch d {
	case 0:
		return jen.Lit(0)
	case math.MaxInt64:
		return e.qualified("math", "MaxInt64")
	}
	for _, u := range durationUnits {
		if d%u.unit != 0 {
			continue
		}
		if d == u.unit {
			return e.qualified("time", u.name)
		}
		return number(int64(d / u.unit)).Op("*").Add(e.qualified("time", u.name))
	}
	return number(int64(d))
}

// number returns an integer literal. Jennifer writes the type of any integer
// but int into its literals.
func number(n int64) *jen.Statement { return jen.Op(strconv.FormatInt(n, 10)) }

// stringLiteral returns a string literal, without escapes if it would have any
// but for backslashes.
func stringLiteral(s string) *jen.Statement {
	if strings.Contains(s, `\`) || strings.Contains(s, `"`) {
		if strconv.CanBackquote(s) {
			return jen.Op("`" + s + "`")
		}
	}
	return jen.Lit(s)
}

// textLiteral returns a string literal that keeps the lines of a text, unless it
// has characters that such a literal cannot.
func textLiteral(s string) *jen.Statement {
	for line := range strings.SplitSeq(s, "\n") {
		if !strconv.CanBackquote(line) {
			return jen.Lit(s)
		}
	}
	return jen.Op("`" + s + "`")
}

// field is one field of a composite literal or of a struct.
type field struct {
	name  string
	value jen.Code
}

// literal returns a composite literal with a field on each line, in order.
func literal(typ *jen.Statement, fields ...field) *jen.Statement {
	items := make([]jen.Code, len(fields))
	for i, f := range fields {
		items[i] = jen.Id(f.name).Op(":").Add(f.value)
	}
	return typ.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, items...)
}

// floatLiteral returns the shortest decimal that reads back as f.
func floatLiteral(f float64) *jen.Statement { return jen.Op(strconv.FormatFloat(f, 'g', -1, 64)) }
