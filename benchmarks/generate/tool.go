package main

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// peers are the generators that are compared: the command, and the modules that
// are got for it.
var peers = []struct {
	command string
	modules []string
}{
	{"github.com/matryer/moq", []string{"github.com/matryer/moq@v0.8.1"}},
	{"go.uber.org/mock/mockgen", []string{"go.uber.org/mock/mockgen@v0.6.0"}},
	{"github.com/vektra/mockery/v3", []string{"github.com/vektra/mockery/v3@v3.5.5"}},
	{"github.com/hexdigest/gowrap/cmd/gowrap", []string{"github.com/hexdigest/gowrap/cmd/gowrap@v1.4.3"}},
	// The release of x/tools that it names does not compile with Go 1.25 and later.
	{"github.com/jmattheis/goverter/cmd/goverter", []string{"github.com/jmattheis/goverter/cmd/goverter@v1.9.0", "golang.org/x/tools@v0.52.0"}},
}

// toolbox is where the generators are.
type toolbox struct {
	dir     string
	missing []string
}

// install builds this project's command and the others.
func install(dir string) (toolbox, error) {
	t := toolbox{dir: filepath.Join(dir, "bin")}
	root, err := repository()
	if err != nil {
		return t, err
	}
	if err := command(root, "go", "build", "-o", t.dir+"/", "github.com/retrygen/retrygen/cmd/retrygen"); err != nil {
		return t, err
	}
	if err := t.buildEmpty(filepath.Join(dir, "empty")); err != nil {
		return t, err
	}
	for _, peer := range peers {
		if err := t.build(filepath.Join(dir, "peers", path.Base(peer.modules[0])), peer.command, peer.modules); err != nil {
			t.missing = append(t.missing, peer.modules[0])
		}
	}
	return t, nil
}

// buildEmpty builds a program that does nothing, which is what starting costs.
func (t toolbox) buildEmpty(module string) error {
	err := writeAll(module, map[string]string{
		"go.mod":  "module empty\n\ngo 1.26.0\n",
		"main.go": "package main\n\nfunc main() {}\n",
	})
	if err != nil {
		return err
	}
	return command(module, "go", "build", "-o", t.dir+"/", ".")
}

// build builds a command in a module of its own.
func (t toolbox) build(module, name string, modules []string) error {
	if err := writeAll(module, map[string]string{"go.mod": "module peer.test\n\ngo 1.26.0\n"}); err != nil {
		return err
	}
	if err := command(module, append([]string{"go", "get"}, modules...)...); err != nil {
		return err
	}
	return command(module, "go", "build", "-o", t.dir+"/", name)
}

// repository returns the directory of this project.
func repository() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/retrygen/retrygen").Output()
	if err != nil {
		return "", fmt.Errorf("find the project: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// has reports whether a generator is installed.
func (t toolbox) has(name string) bool {
	_, err := os.Stat(filepath.Join(t.dir, name))
	return err == nil
}

// command runs a command that has to succeed.
func command(dir string, args ...string) error {
	c := exec.Command(args[0], args[1:]...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// contender is a generator at work on a fixture.
type contender struct {
	name string
	args []string
}

// contenders returns those that are installed. Their output is no part of the
// package, so that it does not get in the way of the next one.
func (t toolbox) contenders(f fixture, out string) []contender {
	services := f.serviceNames()
	all := []contender{
		{"retrygen", []string{"retrygen", "generate", "../svc.retry.yaml"}},
		{"moq", append([]string{"moq", "-pkg", "mocks", "-out", filepath.Join(out, "moq.go"), "."}, services...)},
		{"mockgen, source mode", []string{"mockgen", "-source", "svc.go", "-package", "mocks", "-destination", filepath.Join(out, "source.go")}},
		{"mockgen, package mode", []string{"mockgen", "-package", "mocks", "-destination", filepath.Join(out, "package.go"), ".", strings.Join(services, ",")}},
	}
	all = append(all,
		contender{"mockery", []string{"mockery", "--config", "../mockery.yaml"}},
		contender{"goverter, a converter for each", []string{"goverter", "gen", "../conv"}})
	if f.interfaces == 1 {
		all = append(all, contender{"gowrap", []string{"gowrap", "gen", "-p", ".", "-i", "Service0", "-t", "../retry.tmpl", "-o", filepath.Join(out, "gowrap.go")}})
	}
	var present []contender
	for _, c := range all {
		if t.has(c.args[0]) {
			c.args[0] = filepath.Join(t.dir, c.args[0])
			present = append(present, c)
		}
	}
	return append(present, contender{"(a Go program that does nothing)", []string{filepath.Join(t.dir, "empty")}},
		contender{"(one go list -deps -export)", []string{"go", "list", "-deps", "-export", "-f", "{{.Export}}", "."}})
}
