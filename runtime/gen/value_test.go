package gen_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/retrygen/retrygen/runtime/gen"
)

type sqlError string

func (e sqlError) Error() string    { return "sql: " + string(e) }
func (e sqlError) SQLState() string { return string(e) }

type codeError string

func (e codeError) Error() string     { return string(e) }
func (e codeError) ErrorCode() string { return string(e) }

type numberError int32

func (e numberError) Error() string         { return "number" }
func (e numberError) SQLErrorNumber() int32 { return int32(e) }

type labelError string

func (e labelError) Error() string                   { return "labelled" }
func (e labelError) HasErrorLabel(label string) bool { return label == string(e) }

type fieldError struct{ Number uint16 }

func (*fieldError) Error() string { return "field" }

// wrapped returns err the way callers see errors: joined with another, in text.
func wrapped(err error) error {
	return fmt.Errorf("query: %w", errors.Join(errors.New("other"), err))
}

func TestValues(t *testing.T) {
	for name, test := range map[string]struct{ got, want bool }{
		"state":             {gen.HasSQLState(wrapped(sqlError("40001")), "40P01", "40001"), true},
		"other state":       {gen.HasSQLState(wrapped(sqlError("40003")), "40P01", "40001"), false},
		"class of states":   {gen.HasSQLState(sqlError("08006"), "08*"), true},
		"other class":       {gen.HasSQLState(sqlError("0800"), "08006*"), false},
		"no state":          {gen.HasSQLState(errors.New("40001"), "40001"), false},
		"code":              {gen.HasCode(wrapped(codeError("SlowDown")), "Throttling", "SlowDown"), true},
		"other code":        {gen.HasCode(codeError("NoSuchKey"), "SlowDown"), false},
		"number":            {gen.HasCode(wrapped(numberError(1205)), "1205"), true},
		"other number":      {gen.HasCode(numberError(-1205), "1205"), false},
		"label":             {gen.HasLabel(wrapped(labelError("Transient")), "Other", "Transient"), true},
		"other label":       {gen.HasLabel(labelError("Other"), "Transient"), false},
		"prefix":            {gen.HasPrefix(wrapped(errors.New("LOADING data")), "READONLY ", "LOADING "), true},
		"not at the start":  {gen.HasPrefix(fmt.Errorf("is LOADING %d", 1), "LOADING "), false},
		"field":             {gen.Any(wrapped(&fieldError{1213}), func(e *fieldError) bool { return e.Number == 1213 }), true},
		"other field":       {gen.Any(wrapped(&fieldError{1}), func(e *fieldError) bool { return e.Number == 1213 }), false},
		"nothing, no error": {gen.HasCode(nil, "1") || gen.HasSQLState(nil, "*") || gen.HasPrefix(nil, ""), false},
	} {
		if test.got != test.want {
			t.Errorf("%s: %v", name, test.got)
		}
	}
}
