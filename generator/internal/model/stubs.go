package model

import (
	"fmt"
	"slices"
	"strings"
)

// Stubs is the generated clients of an RPC stack.
type Stubs struct {
	*Kind
	Stubs []*Stub
}

// Stub is a generated RPC client whose calls are retried.
type Stub struct {
	Name    string
	Target  string // the client, as the documentation names it
	Path    string // the import path of the client
	Methods []*StubMethod
}

// StubMethod is a method that is retried.
type StubMethod struct {
	Name     string
	Constant string // the constant of the stub that has the procedure
	// Descriptor is the variable that describes the service, for a client without
	// such constants. Then Constant is empty.
	Descriptor string
	// Procedure is "/package.Service/Method"; it is not known from a descriptor.
	Procedure string
	Policy    *Policy
}

// Declarations returns the declarations for all clients.
func (s *Stubs) Declarations() []Declaration {
	var all []Declaration
	for _, stub := range s.Stubs {
		all = append(all, s.Stub.Declare(stub)...)
	}
	return all
}

// Packages returns the packages that the code for an RPC stack may refer to.
func (s *Stubs) Packages() []string {
	paths := slices.Clone(s.Imports)
	for _, stub := range s.Stubs {
		paths = append(paths, stub.Path)
	}
	return paths
}

// behavior says which methods follow which policies.
func (s *Stub) behavior() string {
	var items []string
	for _, p := range s.Policies() {
		var names []string
		for _, m := range s.Methods {
			if m.Policy == p {
				names = append(names, m.Name)
			}
		}
		verb := "follow"
		if len(names) == 1 {
			verb = "follows"
		}
		items = append(items, fmt.Sprintf("%s%s %s policy %s.", ListMark, joinWords(names), verb, p.Name))
	}
	return strings.Join(append(items, ListMark+"All other methods, and streams, pass through."), "\n")
}

// joinWords returns "a, b and c".
func joinWords(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Policies returns the policies of the methods of a stub, each once.
func (s *Stub) Policies() []*Policy {
	var used []*Policy
	for _, m := range s.Methods {
		if !slices.Contains(used, m.Policy) {
			used = append(used, m.Policy)
		}
	}
	return used
}
