package foreign

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// Model is a description of a service from which clients are generated, with what
// it says about the retries of its operations.
type Model struct {
	// Policies are the distinct settings.
	Policies   []*Policy
	Operations []Operation
	Findings   finding.List
	Root       *document.Node
}

// Operation is an operation of a model.
type Operation struct {
	// ID is its name, or its verb and path if it has none.
	ID string
	// Setting is the index of its policy in the model, or −1 if it says nothing.
	Setting int
	// IsSafe is set if it may be repeated.
	IsSafe bool
}
