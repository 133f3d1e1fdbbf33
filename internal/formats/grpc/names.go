package grpc

import (
	"fmt"
	"strings"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/foreign"
)

// checkNames returns the methods that a config is for, and adds what is wrong
// with them. names are the methods of the configs before, and where they stand.
func checkNames(r *foreign.Reading, config *document.Node, names map[string]*document.Node) []string {
	list := config.Get("name")
	if len(list.Items()) == 0 {
		r.Doubt(foreign.OrIn(list, config), "the config names no method, so that gRPC applies it to none", `write "name": [{}] for all methods`)
	}
	var methods []string
	for _, item := range list.Items() {
		service, method := item.Get("service").Text(), item.Get("method").Text()
		name := service + "/" + method
		if service == "" && method != "" {
			r.Refuse(item, "a method needs its service", `write {"service": "…", "method": "…"}`)
			continue
		}
		checkSpaces(r, item, "service", service)
		checkSpaces(r, item, "method", method)
		if first, ok := names[name]; ok {
			r.Refuse(item, fmt.Sprintf("%s has a config already, on line %d, and gRPC refuses the second", describeMethod(name), first.Position().Line),
				"remove one of them")
			continue
		}
		names[name] = item
		methods = append(methods, name)
	}
	return methods
}

// checkSpaces reports a name that no service or method can have. gRPC does not:
// the config then applies to nothing.
func checkSpaces(r *foreign.Reading, item *document.Node, key, name string) {
	if trimmed := strings.Trim(name, " .\t"); trimmed != name {
		r.Doubt(item.Get(key), fmt.Sprintf("no %s is called %s, so that the config applies to none", key, finding.Quote(name)),
			"write "+finding.Quote(trimmed))
	}
}

func describeMethod(name string) string {
	service, method, _ := strings.Cut(name, "/")
	switch {
	case service == "":
		return "every method"
	case method == "":
		return "every method of " + finding.Quote(service)
	default:
		return finding.Quote(name)
	}
}

// methodsName names a policy after the first of its methods.
func methodsName(methods []string) string {
	if len(methods) == 0 || methods[0] == "/" {
		return "default"
	}
	service, method, _ := strings.Cut(methods[0], "/")
	service = strings.Trim(service, " .")
	service = service[strings.LastIndexByte(service, '.')+1:]
	return strings.Trim(service+"_"+strings.TrimSpace(method), "_")
}

// methodsOf returns the methods that names stand for.
func methodsOf(names []string) []foreign.Method {
	methods := make([]foreign.Method, len(names))
	for i, name := range names {
		methods[i].Service, methods[i].Name, _ = strings.Cut(name, "/")
	}
	return methods
}

// describeMethods lists the first methods, for the documentation of the policy.
func describeMethods(at *document.Node, methods []string) *document.Node {
	const most = 5
	if len(methods) == 0 || methods[0] == "/" {
		return nil
	}
	var list []string
	for _, name := range methods[:min(len(methods), most)] {
		list = append(list, strings.Trim(name, " ./"))
	}
	text := "For " + strings.Join(list, ", ")
	if more := len(methods) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return at.TextAt(text + ".")
}
