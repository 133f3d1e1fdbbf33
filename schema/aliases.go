package schema

import (
	"github.com/retrygen/retrygen/internal/goname"
	"github.com/retrygen/retrygen/internal/matcher"
)

// The kinds of matchers.
type (
	ClassMatcher   = matcher.Class
	GoMatcher      = matcher.Go
	StatusMatcher  = matcher.Status
	GRPCMatcher    = matcher.GRPC
	PatternMatcher = matcher.Pattern
	TypeMatcher    = matcher.Type
	FuncMatcher    = matcher.Func
	StatusRange    = matcher.Range
)

// GoName is the name of a Go declaration as a spec writes it.
type GoName = goname.Name
