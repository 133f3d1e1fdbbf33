package driver

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// known identifies a finding however lines move: its message has the function
// and the statement.
type known struct{ rule, file, message string }

// Baseline are findings that were there before, with how often each.
type Baseline map[known]int

// ReadBaseline reads findings that audit printed as JSON or SARIF.
func ReadBaseline(name string) (Baseline, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read the baseline: %w", err)
	}
	var file struct {
		Findings *[]struct{ File, Rule, Message string }
		Runs     *[]struct {
			Results []struct {
				RuleID    string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("read the baseline %s: %w", name, err)
	}
	b := Baseline{}
	switch {
	case file.Findings != nil:
		for _, f := range *file.Findings {
			b[known{f.Rule, f.File, f.Message}]++
		}
	case file.Runs != nil:
		for _, run := range *file.Runs {
			for _, r := range run.Results {
				message, _, _ := strings.Cut(r.Message.Text, "\n")
				for _, l := range r.Locations {
					b[known{r.RuleID, pathOf(l.PhysicalLocation.ArtifactLocation.URI), message}]++
				}
			}
		}
	default:
		return nil, fmt.Errorf("read the baseline %s: it is neither JSON nor SARIF of audit", name)
	}
	return b, nil
}

// pathOf returns the path that a relative URI names.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		return uri
	}
	return filepath.FromSlash(u.Path)
}

// New returns the findings that are not in the baseline. The files of findings
// are relative to one of the directories in it.
func (b Baseline) New(list finding.List, relative ...func(file string) string) finding.List {
	left := Baseline{}
	for k, n := range b {
		left[k] = n
	}
	var fresh finding.List
	for _, f := range list {
		if !left.take(f, relative) {
			fresh = append(fresh, f)
		}
	}
	return fresh
}

// take removes a finding from the baseline, and reports whether it was there.
func (b Baseline) take(f finding.Finding, relative []func(string) string) bool {
	for _, r := range relative {
		key := known{f.Rule, r(f.Pos.Filename), f.Message}
		if b[key] > 0 {
			b[key]--
			return true
		}
	}
	return false
}
