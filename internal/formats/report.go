package formats

import (
	"fmt"
	"time"

	"github.com/retrygen/retrygen/internal/foreign"
)

// Verdict is how true an exported policy is.
type Verdict string

// The verdicts.
const (
	// Exact: on every sequence of failures both policies decide the same, and
	// draw their waits alike.
	Exact Verdict = "exact"
	// Bounded: they decide the same, and their waits differ by no more than
	// the report says.
	Bounded Verdict = "bounded"
	// Lossy: there is a sequence of failures on which they decide differently.
	Lossy Verdict = "lossy"
)

// Report says how the text of another system differs from a policy.
type Report struct {
	Version int     `json:"version"` // of the JSON form
	Policy  string  `json:"policy"`
	Target  string  `json:"target"`
	Verdict Verdict `json:"verdict"`
	// PerWait is how far two waits can be apart that are drawn with the same
	// luck, and Total the sum of that over the retries that were compared.
	PerWait time.Duration `json:"per_wait_ns"`
	Total   time.Duration `json:"total_ns"`
	// Retries is the number of retries whose waits were compared: all of them,
	// or the first hundreds of a policy with more.
	Retries int            `json:"retries"`
	Losses  []foreign.Loss `json:"losses"`
	// Witness is a sequence of failures on which a lossy text decides
	// differently, and Difference what the two policies do at its end.
	Witness    []string `json:"witness,omitempty"`
	Difference string   `json:"difference,omitempty"`
}

func (r *Report) lose(code foreign.Code, format string, args ...any) {
	r.Losses = append(r.Losses, foreign.NewLoss(code, fmt.Sprintf(format, args...)))
}

// differ says that decisions differ; the first witness is kept.
func (r *Report) differ(witness []string, difference string) {
	r.Verdict = Lossy
	if r.Witness == nil {
		r.Witness, r.Difference = witness, difference
	}
}
