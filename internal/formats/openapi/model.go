// Package openapi reads what the operations of an OpenAPI document say about
// retries: an extension with the setting, and their verbs or an extension about
// whether they may be repeated.
package openapi

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/formats/speakeasy"
	"github.com/retrygen/retrygen/internal/policy"
)

var origin = policy.Origin{
	System: "OpenAPI",
	Keys: map[policy.Parameter]string{
		policy.Attempts: "maxAttempts", policy.First: "baseDelayMs", policy.Cap: "the longest wait", policy.Jitters: "the jitter",
	},
}

// Extensions are the keys of the operations that are read.
type Extensions struct {
	Retry      string // of the setting; empty for Speakeasy's and Fern's
	Idempotent string // says that an operation may be repeated; empty for none
}

// known are the extensions that are looked for by themselves.
var known = []string{speakeasy.Extension, "x-fern-retries"}

// verbs are the methods of a path, and whether a request may be repeated.
var verbs = []struct {
	name string
	safe bool
}{{"get", true}, {"head", true}, {"put", true}, {"delete", true}, {"options", true}, {"trace", true}, {"post", false}, {"patch", false}}

// reader reads one document.
type reader struct {
	*foreign.Model
	extensions Extensions
	reading    *foreign.Reading
	settings   map[string]int // by their text
	inert      []string       // operations with a setting that are not safe
}

// Read returns what a document says. A setting that cannot be read is an error
// among the findings.
func Read(file *foreign.File, e Extensions) *foreign.Model {
	r := &reader{
		Model:      &foreign.Model{Root: file.Root, Findings: slices.Clone(file.Findings)},
		extensions: e, reading: &foreign.Reading{File: file}, settings: make(map[string]int),
	}
	paths := file.Root.Get("paths")
	if !paths.Is(document.Mapping) {
		r.Findings = append(r.Findings, file.Root.Finding(foreign.FileRule, "there are no paths of OpenAPI in it", "name a document with paths"))
		return r.Model
	}
	for _, path := range paths.Members() {
		for _, verb := range verbs {
			if op := path.Value.Get(verb.name); op.Is(document.Mapping) {
				r.operation(verb.name+" "+path.Name, op, verb.safe)
			}
		}
	}
	r.finish()
	return r.Model
}

// operation adds an operation.
func (r *reader) operation(fallback string, v *document.Node, isSafe bool) {
	op := foreign.Operation{ID: fallback, Setting: r.setting(v), IsSafe: isSafe || isIdempotent(v.Get(r.extensions.Idempotent))}
	if id := v.Get("operationId"); id.Is(document.Text) && id.Text() != "" {
		op.ID = id.Text()
	}
	if op.Setting >= 0 && !op.IsSafe {
		r.inert = append(r.inert, op.ID)
	}
	r.Operations = append(r.Operations, op)
}

// isIdempotent reports whether an extension says that an operation may be
// repeated as it is. A key that the server accepts makes it so only if clients
// send one.
func isIdempotent(v *document.Node) bool {
	if v.Is(document.Mapping) {
		v = v.Get("natural")
	}
	return v.Is(document.Boolean) && v.Text() == "true"
}

// setting returns the index of the setting of an operation, or of the document; −1
// if there is none.
func (r *reader) setting(v *document.Node) int {
	for _, in := range []*document.Node{v, r.Root} {
		for _, name := range r.names() {
			if block := in.Get(name); block != nil {
				return r.index(block, name)
			}
		}
	}
	return -1
}

func (r *reader) names() []string {
	if r.extensions.Retry != "" {
		return []string{r.extensions.Retry}
	}
	return known
}

// index returns the index of a setting, which is read once.
func (r *reader) index(block *document.Node, name string) int {
	text, _ := json.Marshal(block.Plain()) // of a tree that came from YAML or JSON
	if i, ok := r.settings[string(text)]; ok {
		return i
	}
	before := len(r.reading.File.Policies)
	switch {
	case block.Has("strategy"):
		speakeasy.ReadBlock(r.reading, block, "speakeasy", nil)
	case block.Has("disabled"):
		r.fern(block)
	default:
		r.counted(block, name)
	}
	r.settings[string(text)] = -1
	if p := r.reading.File.Policies[before]; p.Members != nil {
		r.settings[string(text)] = len(r.Policies)
		r.Policies = append(r.Policies, p)
	}
	r.Findings = append(r.Findings, r.reading.File.Policies[before].Findings...)
	return r.settings[string(text)]
}

// fern reads Fern's extension, which can only turn retries off.
func (r *reader) fern(v *document.Node) {
	p := r.reading.Begin("fern", v)
	defer r.reading.End()
	if disabled := v.Get("disabled"); disabled.Text() != "true" {
		r.reading.Refuse(disabled, "x-fern-retries says only disabled: true", "leave it out")
		return
	}
	p.Members = []document.Member{{Name: "prodigy", Value: v.MappingAt(document.Member{Name: "attempts", Value: v.NumberAt("1")})}}
}

// finish adds what is to be said of the document as a whole.
func (r *reader) finish() {
	if len(r.inert) > 0 {
		r.Findings = append(r.Findings, r.Root.Get("paths").KeyFinding(foreign.NoteRule,
			fmt.Sprintf("L12: %d operations have a setting and are not said to be safe, so that they make one attempt: %s", len(r.inert), first(r.inert)),
			"name the extension that says it, with idempotent, or say it of the methods with idempotency"))
	}
	used := r.extensions.Retry
	if used != "" && len(r.settings) == 0 {
		r.Findings = append(r.Findings, r.Root.Get("paths").KeyFinding(foreign.DoubtRule, "no operation has the extension "+finding.Quote(used), "correct its name"))
	}
}

// first lists the first of the names.
func first(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
