package resolve

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
)

var (
	ruleChildConflict  = finding.Declare("RG162", "child-conflict", "a spec says different things about one interface")
	ruleUnwrappedChild = finding.Declare("RG257", "unwrapped-child", "a method returns a client whose calls are not retried")
)

// family is a client and the clients that its methods return.
type family struct {
	*resolver
	client  *schema.Client
	members []*member // the client itself first, then by the number of calls
	rules   map[*schema.Child]*methodRules
	// unwrapped are the methods that return a client as it is, with the reason.
	unwrapped []missedMethod
}

// member is one type of a family.
type member struct {
	t               types.Type
	methods         []*types.Func
	rules           *methodRules
	children        *schema.Children
	entry           *schema.Child // what the spec says about it; nil if nothing
	accessor, group string
	model           *model.Client
	returns         map[string]*member // by the method
}

// newFamily returns the family of a client whose own type is wrapped.
func newFamily(r *resolver, c *schema.Client, m *model.Client, rules *methodRules, wrapped wrappedType) *family {
	f := &family{resolver: r, client: c, rules: map[*schema.Child]*methodRules{}}
	root := &member{t: instance(wrapped.object.Type(), wrapped.typeParams), methods: wrapped.methods, rules: rules, children: c.Children, model: m}
	f.add(root)
	return f
}

func (f *family) add(m *member) {
	m.returns = map[string]*member{}
	f.members = append(f.members, m)
}

// memberFor returns the member that wraps a type, or nil.
func (f *family) memberFor(t types.Type) *member {
	for _, m := range f.members {
		if types.Identical(m.t, t) {
			return m
		}
	}
	return nil
}

// find finds all members. There is an end: Go refuses generic types that grow
// with each call.
func (f *family) find() {
	for i := 0; i < len(f.members); i++ {
		f.findBelow(f.members[i])
	}
}

// findBelow finds the members that methods of another one return.
func (f *family) findBelow(m *member) {
	for _, method := range m.methods {
		t := returnedType(method.Signature())
		if t == nil {
			continue
		}
		entry, isNone := f.entryFor(m, method.Name())
		if isNone {
			continue
		}
		known := f.memberFor(t)
		switch why := f.notChild(t); {
		case known != nil:
			f.checkConflict(known, entry, method.Name())
			m.returns[method.Name()] = known
		case why != "":
			f.unwrapped = append(f.unwrapped, missedMethod{name: f.path(m, method.Name()), reason: why})
		case !isClientType(t, map[types.Type]bool{}):
		case entry == nil && !m.children.IsAll:
			f.unwrapped = append(f.unwrapped, missedMethod{name: f.path(m, method.Name()), reason: "children does not name it"})
		default:
			m.returns[method.Name()] = f.member(m, method.Name(), t, entry)
		}
	}
	f.checkAccessors(m)
}

// entryFor returns what the spec says about what a method returns, or nil.
func (f *family) entryFor(m *member, method string) (entry *schema.Child, isNone bool) {
	entry, tie := m.children.Match(method)
	if tie != nil {
		f.report(ruleAmbiguous, tie.Pointer, true,
			fmt.Sprintf("%q and %q both match %s, and give as many letters of it", entry.Accessor, tie.Accessor, method), "write an entry for "+method)
	}
	return entry, entry != nil && entry.IsNone
}

// checkConflict reports an interface of which two entries say different things.
func (f *family) checkConflict(known *member, entry *schema.Child, method string) {
	if entry == nil || known.entry == nil || known.entry == entry || known.accessor == method {
		return
	}
	f.report(ruleChildConflict, entry.Pointer, true,
		fmt.Sprintf("%s and %s return the same interface, which cannot follow two entries", known.accessor, method),
		"write one entry for both, with a pattern, or remove one")
}

// checkAccessors reports the entries of a member that stand for no method that
// returns a client.
func (f *family) checkAccessors(m *member) {
	if m.children == nil || m.entry == nil && m.accessor != "" {
		return // inherited, and checked where it is written
	}
	for _, child := range m.children.Named {
		matches := func(method *types.Func) bool {
			return schema.MatchesMethod(child.Accessor, method.Name()) && (m.returns[method.Name()] != nil || returnedType(method.Signature()) != nil)
		}
		if !slices.ContainsFunc(m.methods, matches) {
			f.report(ruleMethodNotFound, child.Pointer, true,
				fmt.Sprintf("%s has no method %s that returns an interface", m.model.Target, child.Accessor), "")
		}
	}
}

// member adds the interface that a method of another member returns.
func (f *family) member(parent *member, accessor string, t types.Type, entry *schema.Child) *member {
	object := model.ObjectOf(t)
	m := &member{
		t: t, methods: interfaceMethods(t.Underlying().(*types.Interface)), rules: parent.rules,
		children: &schema.Children{IsAll: true}, entry: entry, accessor: accessor, group: parent.accessor,
		model: &model.Client{Target: object.Name(), Wrapped: object, Type: t, OutputPath: f.output.path},
	}
	if entry != nil {
		m.rules = f.rulesOf(entry, parent, object)
		if entry.Children != nil {
			m.children = entry.Children
		}
	}
	f.add(m)
	return m
}

// rulesOf returns the rules of an entry, which may stand for several members.
func (f *family) rulesOf(entry *schema.Child, parent *member, object *types.TypeName) *methodRules {
	if known := f.rules[entry]; known != nil {
		return known
	}
	rules := &methodRules{
		MethodRules: &entry.MethodRules, at: entry.Pointer, target: object.Name(), declared: f.declaredAt(object),
		parent: parent.rules, hasPolicy: entry.HasPolicy,
	}
	if schema.IsPattern(entry.Accessor) {
		rules.target, rules.declared = fmt.Sprintf("what %q returns", entry.Accessor), ""
	}
	f.rules[entry] = rules
	return rules
}

// path returns a method as the operations of a member are named.
func (f *family) path(m *member, method string) string {
	if m.accessor == "" {
		return method
	}
	return m.accessor + "." + method
}

// returnedType returns the type of what a method returns, alone or with an
// error; nil if that is no named type.
func returnedType(s *types.Signature) types.Type {
	results := s.Results()
	if results.Len() == 0 || results.Len() > 2 || results.Len() == 2 && !model.IsError(results.At(1).Type()) {
		return nil
	}
	t := results.At(0).Type()
	if object := model.ObjectOf(t); object != nil {
		return t
	}
	if pointer, ok := t.(*types.Pointer); ok && model.ObjectOf(pointer.Elem()) != nil {
		return t
	}
	return nil
}

// notChild returns why a value that has methods worth retrying cannot be
// replaced by a client; "" if it can, or has none.
func (f *family) notChild(t types.Type) string {
	u, ok := t.Underlying().(*types.Interface)
	switch {
	case !ok && hasCalls(t):
		return "it returns " + shortType(t) + ", which is no interface"
	case !ok || !isClientType(t, map[types.Type]bool{}):
		return ""
	}
	if object := model.ObjectOf(t); f.inaccessible(object) != "" {
		return f.inaccessible(object)
	}
	for m := range u.Methods() {
		if !m.Exported() && m.Pkg() != nil && m.Pkg().Path() != f.output.path {
			return fmt.Sprintf("%s has the unexported method %s", shortType(t), m.Name())
		}
		if why := f.unwritable(m.Signature()); why != "" {
			return why
		}
	}
	return ""
}

// nameMembers names the types of the members: after the client and the method
// that returns them, with the method before that where two would have one name.
func (f *family) nameMembers() {
	root := f.members[0].model
	wanted := map[string]int{}
	for _, m := range f.members[1:] {
		wanted[strings.ToLower(m.accessor)]++
	}
	for _, m := range f.members[1:] {
		label := m.accessor
		if wanted[strings.ToLower(m.accessor)] > 1 {
			m.model.Operation = m.group + "." + m.accessor
			label = m.group + m.accessor
		} else {
			m.model.Operation = m.accessor
		}
		if f.client.Operation != "" {
			m.model.Operation = f.client.Operation + "." + m.model.Operation
		}
		switch {
		case m.entry != nil && m.entry.Name != "" && m.entry.Accessor == m.accessor:
			m.model.Name = m.entry.Name
			f.claimExported(m.model.Name, m.entry.Pointer.Key("name"))
		default:
			m.model.Name = f.output.claim(root.Name+exported(label), root.Name+exported(m.group+m.accessor), root.Name+exported(m.accessor)+"Client")
		}
	}
	for _, m := range f.members {
		if m.accessor != "" || f.isReturned(m) {
			m.model.MakeFunc = f.output.claim("new"+m.model.Name, "wrap"+m.model.Name)
		}
	}
}

// exported returns a name of methods with an upper-case letter first.
func exported(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// isReturned reports whether a method of the family returns a member.
func (f *family) isReturned(m *member) bool {
	return slices.ContainsFunc(f.members, func(other *member) bool {
		for _, returned := range other.returns {
			if returned == m {
				return true
			}
		}
		return false
	})
}

// reportUnwrapped reports what escapes without a policy.
func (f *family) reportUnwrapped() {
	if len(f.unwrapped) == 0 {
		return
	}
	first := f.unwrapped[0]
	hint := "wrap what it returns with another client where it is called"
	if first.reason == "children does not name it" {
		hint = fmt.Sprintf(`write children: {%s: none}, or "*": none for all others`, first.name)
	}
	f.report(ruleUnwrappedChild, f.client.Children.Pointer, true,
		fmt.Sprintf("calls are not retried on what %d methods return: %s", len(f.unwrapped), reasons(f.unwrapped)), hint)
}
