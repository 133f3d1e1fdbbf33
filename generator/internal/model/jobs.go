package model

import (
	"github.com/retrygen/retrygen/schema"
)

// MaxRiverAttempts is the greatest number of attempts that River stores, in a
// column of 16 bits.
const MaxRiverAttempts = 1<<15 - 1

// RiverAttempts returns the limit of attempts of a job.
func (p *Job) RiverAttempts() int {
	if p.MaxAttempts == 0 {
		return MaxRiverAttempts
	}
	return min(p.MaxAttempts, MaxRiverAttempts)
}

func (*Jobs) isEngine() {}

// Jobs is the policies that a job engine is given.
type Jobs struct {
	*Kind
	Policies []*Job
}

// Job is a policy for the jobs of an engine.
type Job struct {
	*Policy
	At       schema.Pointer
	Exported string // what the names that it declares begin with
	Local    string // the same for names that are not exported
	Types    map[string]string
}

// Packages returns the packages that the code for a job engine may refer to.
func (j *Jobs) Packages() []string {
	return append([]string{"context", "errors", "fmt", "math", "slices", "sync", "time"}, j.Imports...)
}
