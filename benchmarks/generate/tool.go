package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// peers are the generators that are compared, as "go install" takes them.
var peers = map[string]string{
	"moq":     "github.com/matryer/moq@v0.8.1",
	"mockgen": "go.uber.org/mock/mockgen@v0.6.0",
	"mockery": "github.com/vektra/mockery/v3@v3.5.5",
	"gowrap":  "github.com/hexdigest/gowrap/cmd/gowrap@v1.4.3",
}

// toolbox is where the generators are.
type toolbox struct {
	dir     string
	missing []string
}

// install builds this project's command and installs the others.
func install(dir string) (toolbox, error) {
	t := toolbox{dir: filepath.Join(dir, "bin")}
	root, err := repository()
	if err != nil {
		return t, err
	}
	if err := command(root, "go", "build", "-o", t.dir+"/", "github.com/retrygen/retrygen/cmd/retrygen"); err != nil {
		return t, err
	}
	for name, module := range peers {
		install := exec.Command("go", "install", module)
		install.Env = append(os.Environ(), "GOBIN="+t.dir, "GOFLAGS=")
		if err := install.Run(); err != nil {
			t.missing = append(t.missing, name+" ("+module+")")
		}
	}
	return t, nil
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
	if f.interfaces == 1 {
		all = append(all, contender{"gowrap", []string{"gowrap", "gen", "-p", ".", "-i", "Service0", "-t", "retry", "-o", filepath.Join(out, "gowrap.go")}})
	}
	var present []contender
	for _, c := range all {
		if t.has(c.args[0]) {
			c.args[0] = filepath.Join(t.dir, c.args[0])
			present = append(present, c)
		}
	}
	return append(present, contender{"(one go list -deps -export)", []string{"go", "list", "-deps", "-export", "-f", "{{.Export}}", "."}})
}
