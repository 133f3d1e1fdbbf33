package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/retrygen/retrygen/generator"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
)

// vocabularyFile returns the name of the JSON Schema of one spec, next to it:
// pay.schema.json for pay.retry.yaml.
func vocabularyFile(spec string) string {
	for _, suffix := range specSuffixes {
		if base, ok := strings.CutSuffix(spec, suffix); ok {
			return base + ".schema.json"
		}
	}
	return strings.TrimSuffix(spec, filepath.Ext(spec)) + ".schema.json"
}

// vocabularies returns the JSON Schema of each of the specs.
func (t *tool) vocabularies(ctx context.Context, specs []*schema.Spec) ([][]byte, error) {
	limitMemory(compilingMemory)
	found, err := generator.Vocabularies(ctx, specs, t.tags...)
	if err != nil {
		return nil, err
	}
	texts := make([][]byte, len(specs))
	for i, v := range found {
		if texts[i], err = schema.JSONFor(filepath.Base(specs[i].Name), v); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// printVocabulary prints the JSON Schema of one spec. The spec may have errors:
// its author may be looking for a name.
func (t *tool) printVocabulary(ctx context.Context, name, output string) error {
	s, err := t.loadSpec(name)
	if err != nil {
		return err
	}
	if s.spec == nil {
		return errors.Join(t.report(t.stderr, "text", []*source{s}), errFindings)
	}
	texts, err := t.vocabularies(ctx, []*schema.Spec{s.spec})
	if err != nil {
		return err
	}
	return t.writeSchema(texts[0], output)
}

// addVocabularies adds the JSON Schemas of specs to the files that they generate,
// where there is one already.
func (t *tool) addVocabularies(ctx context.Context, sources []*source, results []generator.Result) error {
	var specs []*schema.Spec
	var at []int
	for i, result := range results {
		if result.Findings.HasErrors() || fromStandardInput(sources, result.Spec) {
			continue
		}
		wanted, err := hasVocabulary(result.Spec.Name)
		if err != nil {
			return err
		}
		if wanted {
			specs, at = append(specs, result.Spec), append(at, i)
		}
	}
	if len(specs) == 0 {
		return nil
	}
	texts, err := t.vocabularies(ctx, specs)
	if err != nil {
		return err
	}
	for i, text := range texts {
		file := generator.File{Path: absolute(vocabularyFile(specs[i].Name)), Content: text}
		results[at[i]].Files = append(results[at[i]].Files, file)
	}
	return nil
}

// hasVocabulary reports whether a JSON Schema of the spec is next to it.
func hasVocabulary(spec string) (bool, error) {
	text, err := os.ReadFile(vocabularyFile(spec))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("look for the JSON Schema of %s: %w", finding.Escape(spec), err)
	}
	return isVocabulary(text), nil
}

func isVocabulary(text []byte) bool { return strings.HasPrefix(string(text), schema.VocabularyMarker) }
