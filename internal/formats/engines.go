package formats

import (
	"fmt"
	"strings"

	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/lazyregexp"
	"gopkg.in/yaml.v3"
)

// service is a service of the imported files, and the policies of its methods.
type service struct {
	name            string // full
	policy          string // of the methods that are not in methods; empty for none
	methods         []string
	policyOf        map[string]string
	hasPolicy, says bool // names a policy for all methods; any at all
}

// services are the services in the imported files, in their order.
type services struct {
	all []*service
	// policy is the policy of every service that says nothing else, or empty.
	policy string
}

// The names that a spec takes: others a file has by mistake, of which there is a
// finding.
var (
	serviceName = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$`)
	methodName  = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// none is the policy of methods that pass through.
const none = "none"

// add gives a method a policy, unless an earlier file has done so.
func (s *services) add(m foreign.Method, policy string) {
	switch {
	case m.Service == "" && s.policy == "" && policy != none:
		s.policy = policy
		return
	case !serviceName().MatchString(m.Service) || m.Name != "" && !methodName().MatchString(m.Name):
		return
	}
	svc := s.named(m.Service)
	svc.says = svc.says || policy != none
	switch {
	case m.Name == "" && !svc.hasPolicy:
		svc.policy, svc.hasPolicy = policy, true
	case m.Name != "" && svc.policyOf[m.Name] == "":
		svc.methods = append(svc.methods, m.Name)
		svc.policyOf[m.Name] = policy
	}
}

func (s *services) named(name string) *service {
	for _, svc := range s.all {
		if svc.name == name {
			return svc
		}
	}
	svc := &service{name: name, policyOf: make(map[string]string)}
	s.all = append(s.all, svc)
	return svc
}

// tree returns the engines of a spec, or nil if no service has a policy.
func (s *services) tree() *yaml.Node {
	stubs := foreign.MappingOf()
	taken := make(map[string]bool)
	for _, svc := range s.all {
		if !svc.hasPolicy {
			svc.policy = s.policy
		}
		if !svc.says && (svc.policy == "" || svc.policy == none) {
			continue
		}
		stubs.Content = append(stubs.Content, foreign.Scalar(stubName(svc.name, taken), true), svc.tree())
	}
	if stubs.Content == nil {
		return nil
	}
	return foreign.MappingOf(foreign.Scalar("grpc", true), stubs)
}

func (svc *service) tree() *yaml.Node {
	n := foreign.MappingOf(foreign.Scalar("service", true), foreign.Scalar(svc.name, true))
	if svc.policy != "" && svc.policy != none {
		n.Content = append(n.Content, foreign.Scalar("policy", true), foreign.Scalar(svc.policy, true))
	}
	methods := foreign.MappingOf()
	for _, name := range svc.methods {
		policy := svc.policyOf[name]
		if policy != svc.policy && (policy != none || svc.policy != "") {
			methods.Content = append(methods.Content, foreign.Scalar(name, true), foreign.Scalar(policy, true))
		}
	}
	if methods.Content != nil {
		n.Content = append(n.Content, foreign.Scalar("methods", true), methods)
	}
	return n
}

// stubName returns the name of the client of a service: its last word.
func stubName(service string, taken map[string]bool) string {
	const longest = 60 // leaves room for a number
	word := strings.ReplaceAll(service[strings.LastIndexByte(service, '.')+1:], "_", "")
	if word == "" || word[0] >= '0' && word[0] <= '9' {
		word = "Service" + word
	}
	word = strings.ToUpper(word[:1]) + word[1:min(len(word), longest)]
	name := word
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s%d", word, n)
	}
	taken[name] = true
	return name
}
