package formats

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/schema"
	"gopkg.in/yaml.v3"
)

// SpecText returns the text of a spec with the policies of the files. The
// findings have the places of the files; with an error among them there is no
// text.
func SpecText(name string, files ...*foreign.File) ([]byte, schema.Diagnostics) {
	text, found := PartialText(name, files...)
	if found.HasErrors() {
		return nil, found
	}
	return text, found
}

// PartialText is SpecText without the policies that have an error: the others
// make a text all the same.
func PartialText(name string, files ...*foreign.File) ([]byte, schema.Diagnostics) {
	var found schema.Diagnostics
	var all, sound []schema.Named
	comments := map[string]string{}
	var methods services
	taken := make(map[string]bool)
	for _, f := range files {
		found = append(found, findingsOf(f)...)
		for _, p := range f.Policies {
			if p.Members == nil { // a finding says why
				for _, m := range p.Methods {
					methods.add(m, none)
				}
				continue
			}
			named := schema.Named{Foreign: p.Carried, Name: nameOf(f, p, taken), At: f.Root.Find(p.Pointer)}
			comments[named.Name] = comment(f, p)
			all = append(all, named)
			if !p.Findings.HasErrors() {
				sound = append(sound, named)
			} else {
				named.Name = none // which the findings explain
			}
			for _, m := range p.Methods {
				methods.add(m, named.Name)
			}
		}
		for _, m := range f.Plain {
			methods.add(m, none)
		}
	}
	found = append(found, judge(name, all)...)
	if len(sound) == 0 || judge(name, sound).HasErrors() {
		return nil, found.Limited()
	}
	return render(sound, comments, methods.tree()), found.Limited()
}

// judge returns what is wrong with the policies as a spec.
func judge(name string, policies []schema.Named) schema.Diagnostics {
	if len(policies) == 0 {
		return nil
	}
	_, found := schema.Assemble(name, policies...)
	return found
}

// findingsOf returns what is wrong with a file and its policies.
func findingsOf(f *foreign.File) schema.Diagnostics {
	all := append(schema.Diagnostics(nil), f.Findings...)
	for _, p := range f.Policies {
		all = append(all, p.Findings...)
	}
	if len(f.Policies) > 0 || all.HasErrors() {
		return all
	}
	all = append(all, f.Syntax...)
	hint := "name its format with --dialect: " + strings.Join(schema.Dialects(), ", ")
	if f.Format != "" {
		hint = ""
	}
	return append(all, f.Root.Finding(foreign.FileRule, "there is no retry policy in it that retrygen knows", hint))
}

// nameOf returns the name of a policy in the spec: the name in the file, if it has
// no other policy, or else what the file calls it.
func nameOf(f *foreign.File, p *foreign.Policy, taken map[string]bool) string {
	name := p.Name
	if len(f.Policies) == 1 {
		name, _, _ = strings.Cut(path.Base(strings.ReplaceAll(f.Name, `\`, "/")), ".")
	}
	name = identifier(name)
	unique := name
	for n := 2; taken[schema.PolicyFunc(unique)]; n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
	}
	taken[schema.PolicyFunc(unique)] = true
	return unique
}

// identifier makes the name of a policy of any text.
func identifier(text string) string {
	const longest = 48 // leaves room for a number
	var b strings.Builder
	for _, c := range text {
		isLetter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		isLater := c >= '0' && c <= '9' || c == '_'
		switch {
		case b.Len() == longest:
		case isLetter, isLater && b.Len() > 0:
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	name := strings.Trim(b.String(), "_")
	if name == "" {
		return "policy"
	}
	return strings.ToLower(name[:1]) + name[1:]
}

// comment says where a policy is from.
func comment(f *foreign.File, p *foreign.Policy) string {
	name := path.Base(strings.ReplaceAll(f.Name, `\`, "/"))
	if quoted := strconv.Quote(name); quoted != `"`+name+`"` {
		name = quoted
	}
	text := "from " + name
	if p.Pointer != "" && strconv.Quote(string(p.Pointer)) == `"`+string(p.Pointer)+`"` {
		text += ", " + string(p.Pointer)
	}
	return text
}

func render(policies []schema.Named, comments map[string]string, engines *yaml.Node) []byte {
	list := &yaml.Node{Kind: yaml.MappingNode}
	for _, m := range policies {
		key := foreign.Scalar(m.Name, true)
		key.HeadComment = comments[m.Name]
		list.Content = append(list.Content, key, foreign.Tree(m.At.MappingAt(m.Members...)))
	}
	root := &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{
		foreign.Scalar("version", true), foreign.Scalar("1", false), foreign.Scalar("policies", true), list,
	}}
	if engines != nil {
		root.Content = append(root.Content, foreign.Scalar("engines", true), engines)
	}
	return foreign.Encode(root)
}
