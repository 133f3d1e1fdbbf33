package model

// TestRuntime is the package below the runtime that tests use.
const TestRuntime = "retrytest"

// RequestTests is the package below the runtime that tests of HTTP clients use.
const RequestTests = TestRuntime + "/requests"

// FakeSuffix ends the names of the files with fakes.
const FakeSuffix = "_fake.go"

// Fake is a typed double of the type that a client wraps.
type Fake struct {
	// Target is the wrapped type, as the documentation names it.
	Target string
	// Constructor makes the fake: NewGateway.
	Constructor string
	// Types are the types of the fake: that of the wrapped type, then those of the
	// clients that it returns.
	Types []*FakeType
	// Policies are the policies that the methods follow.
	Policies []FakePolicy
	// HasShared is set in the first fake of a package, which has what all of them
	// share: the constructors of errors, and the names for the bounds of waits.
	HasShared bool
	Errors    []*FaultError
}

// FakePolicy is a policy that methods of a fake follow.
type FakePolicy struct {
	Variable string
	// Retried is an error that the policy retries; nil if it names none.
	Retried *Sample
	*PolicyField
}

// Policy returns the policy that a method follows; its variable is empty if there is
// none.
func (f *Fake) Policy(m *Method) FakePolicy {
	for _, p := range f.Policies {
		if p.PolicyField == m.Field {
			return p
		}
	}
	return FakePolicy{}
}

// FakeType is a type of a fake.
type FakeType struct {
	*Client
	Name   string // gatewayFake
	Faults string // GatewayFaults
	// Variable holds the faults while the fake is made.
	Variable string
	// Scripts are the fields of the faults for calls, by method.
	Scripts map[*Method]string
	// Children are the types of what methods return.
	Children map[*Method]*FakeType
}

// TakesFunctions returns the parameters of a method that are functions, but for
// iterators.
func (m *Method) TakesFunctions() []Variable {
	var all []Variable
	for _, v := range m.Params {
		if isFunction(v.Type) {
			all = append(all, v)
		}
	}
	return all
}

// CanFail reports whether a call of the method has an error.
func (m *Method) CanFail() bool {
	if m.ErrorMethod != "" || m.IsIterator {
		return true
	}
	last := len(m.Results) - 1
	return last >= 0 && IsError(m.Results[last].Type)
}

// Values returns the results of the method without its error.
func (m *Method) Values() []Variable {
	if last := len(m.Results) - 1; last >= 0 && IsError(m.Results[last].Type) {
		return m.Results[:last]
	}
	return m.Results
}
