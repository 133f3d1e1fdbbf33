package page

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/internal/simulate"
	"github.com/retrygen/retrygen/schema"
)

// request is what the page asks for.
type request struct {
	Spec     string               `json:"spec"`
	Against  string               `json:"against"` // empty: none
	Policy   string               `json:"policy"`
	Scenario simulate.Scenario    `json:"scenario"`
	Seeds    simulate.Seeds       `json:"seeds"`
	Model    simulate.ModelReport `json:"model"`
}

// answer is what the page shows.
type answer struct {
	Policies []string `json:"policies"` // of the spec
	Findings []place  `json:"findings"`
	// AgainstFindings are about the other spec.
	AgainstFindings []place          `json:"against_findings"`
	Error           string           `json:"error"` // of the model, or of the simulation
	Words           []string         `json:"words"` // what is simulated
	Report          *simulate.Report `json:"report"`
	Rows            []simulate.Row   `json:"rows"`
	Waits           [][]wait         `json:"waits"` // of the policy, and of the other one
	SVG             string           `json:"svg"`
	CSV             string           `json:"csv"`
}

// place is a finding.
type place struct {
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Hint     string `json:"hint"`
}

// wait is the wait before a retry, in seconds.
type wait struct {
	Shortest simulate.Number `json:"shortest_s"`
	Mean     simulate.Number `json:"mean_s"`
	Longest  simulate.Number `json:"longest_s"`
}

// start answers what the page begins with.
func (p *Page) start(w http.ResponseWriter, _ *http.Request) {
	c := p.config
	write(w, request{
		Spec: c.Spec, Against: c.Against, Policy: c.Policy, Scenario: c.Options.Model.Scenario,
		Seeds: c.Options.Seeds, Model: simulate.Settings(&c.Options.Model),
	})
}

// simulate answers a request: what is wrong with it, or what comes of it.
func (p *Page) simulate(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Content-Type") != "application/json" {
		http.Error(w, "want application/json", http.StatusUnsupportedMediaType)
		return
	}
	var q request
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&q); err != nil {
		http.Error(w, "the request is not understood", http.StatusBadRequest)
		return
	}
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-r.Context().Done():
		return
	}
	ctx, cancel := context.WithTimeoutCause(r.Context(), maxTime, fmt.Errorf("the simulation takes longer than %v here: use the command, or fewer clients or seeds", maxTime))
	defer cancel()
	write(w, p.answer(ctx, &q))
}

func write(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = finding.WriteJSON(w, value) // the browser has gone
}

// answer loads the specs and simulates the policy that is asked for.
func (p *Page) answer(ctx context.Context, q *request) *answer {
	a := &answer{Findings: []place{}, AgainstFindings: []place{}}
	spec, findings := p.config.Load([]byte(q.Spec))
	a.Findings = places(findings)
	if spec == nil || findings.HasErrors() {
		return a
	}
	for _, s := range spec.Policies {
		a.Policies = append(a.Policies, s.Name)
	}
	subject := simulate.Subject{Policy: policyOf(spec, q.Policy)}
	if subject.Policy == nil {
		a.Error = "the spec has no policy"
		return a
	}
	if strings.TrimSpace(q.Against) != "" {
		other, findings := p.config.Load([]byte(q.Against))
		a.AgainstFindings = places(findings)
		if other == nil || findings.HasErrors() {
			return a
		}
		subject.Against = policyOf(other, subject.Policy.Name)
	}
	if err := a.run(ctx, q, subject); err != nil {
		a.Error = err.Error()
	}
	return a
}

// policyOf compiles the policy of a name, or else the first.
func policyOf(s *schema.Spec, name string) *policy.Policy {
	var chosen *schema.Policy
	for _, p := range s.Policies {
		if chosen == nil || p.Name == name {
			chosen = p
		}
	}
	if chosen == nil {
		return nil
	}
	return compile.Policy(chosen)
}

// run simulates a policy and fills in the answer.
func (a *answer) run(ctx context.Context, q *request, s simulate.Subject) error {
	o := simulate.Options{Model: q.Model.Model(q.Scenario), Seeds: q.Seeds}
	m := &o.Model
	if err := o.Check(); err != nil {
		return err
	}
	if calls := m.Load() * m.Duration.Seconds() * float64(o.Seeds.Count); m.Scenario != simulate.Contention && calls > maxCalls {
		return fmt.Errorf("the page simulates at most %d calls, and these are %.0f: use the command, or fewer clients or seeds", maxCalls, calls)
	}
	report, err := simulate.Run(ctx, o, []simulate.Subject{s})
	if err != nil {
		return err
	}
	a.Report, a.Words, a.Rows = report, m.Words(), simulate.Rows(o.Seeds.Count, report.Simulations)
	for _, p := range []*policy.Policy{s.Policy, s.Against} {
		if p != nil {
			a.Waits = append(a.Waits, waits(p))
		}
	}
	if m.Scenario == simulate.Contention {
		return nil
	}
	image, err := simulate.Picture(m, report.Simulations).SVG()
	if err != nil {
		return err
	}
	a.SVG, a.CSV = string(image), simulate.CSV(report.Simulations)
	return nil
}

func places(list finding.List) []place {
	list.Sort()
	all := make([]place, len(list))
	for i, f := range list {
		all[i] = place{f.Pos.Line, f.Pos.Column, f.Severity.String(), f.Message, f.Hint}
	}
	return all
}

// maxWaits is the most waits that are shown.
const maxWaits = 10

// waits returns the waits of a policy.
func waits(p *policy.Policy) []wait {
	n := maxWaits
	if p.MaxAttempts > 0 {
		n = min(n, p.MaxAttempts-1)
	}
	all := make([]wait, n)
	seconds := func(d time.Duration) simulate.Number { return simulate.Number(d.Seconds()) }
	for i, mean := range p.Backoff.Means(n) {
		shortest, longest := p.Backoff.Bounds(i + 1)
		all[i] = wait{seconds(shortest), seconds(mean), seconds(longest)}
	}
	return all
}
