package prodigy

import (
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
)

// prodigyKeys are the keys by which a retry block of Prodigy is known.
var prodigyKeys = []string{"attempts", "backoff", "initial_delay", "jitter", "jitter_factor", "retry_on", "retry_budget"}

// prodigyStages are the parts of a workflow whose steps have a retry block, and
// plainStages those whose steps Prodigy reads without one.
var (
	prodigyStages = []string{"setup", "agent_template", "map", "reduce", "merge"}
	plainStages   = []string{"commands", "steps"}
)

// retryNames are the keys of a retry block: the one that Prodigy reads, and the
// one that its documentation writes.
var retryNames = []string{"retry", "retry_config"}

// spelling is the way in which a part of a workflow writes its choices.
type spelling uint8

const (
	eitherSpelling spelling = iota
	mappingsOnly            // {exponential: {base: 2}}: read through an untagged enum
	tagsOnly                // !exponential {base: 2}: read as an enum
)

func isWorkflow(root *document.Node) bool {
	return foreign.HasAny(root, prodigyKeys) || foreign.HasAny(root, prodigyStages) || root.Has("error_policy") || foreign.HasAny(root, retryNames) ||
		hasRetry(root, 0)
}

// hasRetry reports whether a list has steps with a retry block.
func hasRetry(v *document.Node, depth int) bool {
	for _, item := range v.Items() {
		if foreign.HasAny(item, retryNames) {
			return true
		}
	}
	for _, name := range plainStages {
		if depth < 1 && hasRetry(v.Get(name), depth+1) {
			return true
		}
	}
	return false
}

// readWorkflow reads the retry blocks of a workflow and of its error
// policy; or a block that stands alone, with its key or without.
func readWorkflow(r *foreign.Reading, root *document.Node) {
	if foreign.HasAny(root, prodigyKeys) {
		prodigyBlock(r, root, "retry", tagsOnly)
		return
	}
	for _, m := range root.Members() {
		switch {
		case slices.Contains(retryNames, m.Name):
			prodigyBlock(r, m.Value, "retry", eitherSpelling)
		case m.Name == "error_policy":
			readErrorPolicy(r, m.Value)
		case slices.Contains(prodigyStages, m.Name):
			readSteps(r, m.Value, m.Name, false)
		case slices.Contains(plainStages, m.Name):
			readSteps(r, m.Value, m.Name, true)
		}
	}
	if root.Kind() == document.List {
		readSteps(r, root, "step", true)
	}
}

// readSteps reads the retry blocks of the steps in v, which are named by the
// way to them. Steps of a plain workflow have none, as far as Prodigy knows.
func readSteps(r *foreign.Reading, v *document.Node, name string, plain bool) {
	for i, item := range v.Items() {
		readSteps(r, item, name+"_"+strconv.Itoa(i), plain)
	}
	for _, m := range v.Members() {
		if !slices.Contains(retryNames, m.Name) {
			readSteps(r, m.Value, name+"_"+m.Name, plain)
			continue
		}
		prodigyBlock(r, m.Value, name, mappingsOnly)
		p := r.File.Policies[len(r.File.Policies)-1]
		if m.Name == "retry_config" {
			p.Findings = append(p.Findings, m.Value.KeyFinding(foreign.NoteRule,
				`L20: Prodigy's documentation writes retry_config, but its code reads "retry", and ignores this key`, ""))
		}
		if plain {
			p.Findings = append(p.Findings, m.Value.KeyFinding(foreign.DoubtRule,
				"Prodigy ignores retry blocks outside of setup, agent_template, reduce and merge", "move the step, or do not expect it to retry there"))
		}
	}
}

// readRetryConfig reads a block that a pointer names.
func readRetryConfig(r *foreign.Reading, v *document.Node) {
	if v.Has("retry_config") && !foreign.HasAny(v, prodigyKeys) {
		readErrorPolicy(r, v)
		return
	}
	prodigyBlock(r, v, "retry", eitherSpelling)
}

// prodigyBlock reads a retry block, after a look at how it spells its choices.
func prodigyBlock(r *foreign.Reading, v *document.Node, name string, s spelling) {
	p := r.Begin(strings.TrimSuffix(name, "_"), v)
	defer r.End()
	checkSpelling(r, v.Get("backoff"), s)
	checkSpelling(r, v.Get("on_failure"), s)
	for _, item := range v.Get("retry_on").Items() {
		checkSpelling(r, item, s)
	}
	p.Members = []document.Member{{Name: "prodigy", Value: v}}
}

// checkSpelling refuses a choice in the spelling that Prodigy refuses there.
func checkSpelling(r *foreign.Reading, v *document.Node, s spelling) {
	switch {
	case v.Kind() != document.Mapping || v.Has("type") || len(v.Members()) != 1:
		return // the spec says what is wrong with it, if anything is
	case s == mappingsOnly && v.IsTagged():
		r.Refuse(v, "Prodigy reads this part of a workflow as an untagged enum, which does not support enum input",
			"write "+v.Members()[0].Name+" as a key: {"+v.Members()[0].Name+": …}")
	case s == tagsOnly && !v.IsTagged():
		r.Refuse(v, "Prodigy reads this as an enum, and expects a YAML tag starting with '!'",
			"write !"+v.Members()[0].Name+" …")
	}
}
