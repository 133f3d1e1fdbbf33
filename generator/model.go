package generator

import (
	"go/types"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
)

// fileModel is a file to emit: every name and type in it is decided.
type fileModel struct {
	path        string // absolute
	specFile    string // the spec that the header names
	packageName string
	runtimePath string   // the import path of the runtime
	packageDoc  []string // paragraphs; empty in all but doc.go
	handshake   bool     // refer to the constant that ties output and runtime
	imports     *importTable
	// smaller and larger are the functions that compare two waits: the
	// predeclared min and max, unless the package hides those.
	smaller, larger string
	policies        []*policyModel
	clients         []*clientModel
	transports      []*transportModel
	engine          engineModel // what the file is for, if it is for an engine
}

// policyModel is a policy to emit.
type policyModel struct {
	*policy.Policy
	funcName       string // ChargePolicy
	delayName      string // chargeDelay
	throttlingName string // chargeThrottlingDelay
	className      string // chargeClass
	stop, retry    []condition
	patterns       []pattern
	// errName and statusName are the variables of the classification.
	errName, statusName string
}

// pattern is a regular expression that a policy compiles once.
type pattern struct {
	name       string // of the variable
	expression string
}

// clientModel is a generated client.
type clientModel struct {
	name       string
	target     string // the wrapped type, as the documentation names it
	typeParams []typeParam
	// nextName is the declaration of the wrapped type. An interface is
	// implemented as it is; for any other type the client declares the
	// interface api.
	nextName types.Object
	isStruct bool
	api      string
	// nextField is the field that holds what the client wraps.
	nextField string
	// outputPath is the import path of the output.
	outputPath string
	receiver   string
	fields     []*policyField
	methods    []*methodModel
}

// typeParam is a type parameter of a generic client.
type typeParam struct {
	*types.TypeParam
	name string
}

// policyField is a field of a client that holds a policy.
type policyField struct {
	name   string
	policy *policyModel
	// method is the method that gives the field its own limits, or empty.
	method string
	// attemptTimeout replaces that of the policy; 0 keeps it.
	attemptTimeout time.Duration
}

// methodModel is a method of a generated client.
type methodModel struct {
	name     string
	params   []variable
	variadic bool
	results  []variable
	// named is set if the results are named in the signature.
	named bool
	// context is the index of the context among params, or −1.
	context int
	// request is the index of an *http.Request among params, which has a
	// context of its own, or −1.
	request int
	// field is the policy that the method follows, or nil: it passes through.
	field *policyField
	// why tells why a method passes through although a policy is meant for it.
	why string
	// keyed is set if every call is given an idempotency key.
	keyed bool
	// deprecated is the note by which the wrapped method says that it is
	// deprecated, or empty.
	deprecated string
	// call is the name of the local variable that holds the retried call.
	call string
	// fallback is the name of the client's field that is asked when the policy
	// gives up, or empty; failure is the name of its error parameter.
	fallback, failure string
}

// variable is a parameter or a result.
type variable struct {
	name string
	typ  types.Type
}
