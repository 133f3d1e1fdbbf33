package speakeasy

import (
	"encoding/json"

	"github.com/retrygen/retrygen/internal/document"
)

// Extension is the key of the extension.
const Extension = "x-speakeasy-retries"

// setting is what one or several operations say.
type setting struct {
	block      *document.Node
	name       string
	operations []string // ids
}

// isBlock reports whether v is a setting itself.
func isBlock(v *document.Node) bool {
	return v.Has("strategy") && (v.Has("statusCodes") || v.Has("backoff") || v.Has("maxRetries"))
}

// settings returns the settings of a file, each once.
func settings(root *document.Node) []*setting {
	var all []*setting
	known := make(map[string]*setting)
	each(root, "", func(v *document.Node, key string) {
		block := v.Get(Extension)
		text, _ := json.Marshal(block.Plain()) // of a tree that came from YAML or JSON
		s := known[string(text)]
		if s == nil {
			s = &setting{block: block, name: nameOf(v, key)}
			known[string(text)] = s
			all = append(all, s)
		}
		if id := v.Get("operationId").Text(); id != "" {
			s.operations = append(s.operations, id)
		}
	})
	return all
}

// each calls f for the mappings that have the extension, with their keys.
func each(v *document.Node, key string, f func(v *document.Node, key string)) {
	if v.Has(Extension) {
		f(v, key)
	}
	for _, item := range v.Items() {
		each(item, key, f)
	}
	for _, m := range v.Members() {
		each(m.Value, m.Name, f)
	}
}

// nameOf returns the name of the first operation with a setting, or "default" for
// the place of the whole file.
func nameOf(v *document.Node, key string) string {
	if id := v.Get("operationId").Text(); id != "" {
		return id
	}
	if key == "" || key == "update" { // the root, and the root of an overlay
		return "default"
	}
	return key
}
