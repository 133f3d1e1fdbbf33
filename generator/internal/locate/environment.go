package locate

import (
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// Environment is what the go command would take from its environment.
type Environment struct {
	// GOROOT is the directory of the toolchain.
	GOROOT string
	// minor is the release of the toolchain: 26 for go1.26.8.
	minor    int
	modCache string
	context  build.Context
}

// variables are the settings that change which files a package has, or where
// it is. All others of "go env" do not matter here.
var variables = []string{
	"GO111MODULE", "GOARCH", "GOEXPERIMENT", "GOFLAGS", "GOMODCACHE", "GOOS", "GOPATH", "GOROOT", "GOTOOLCHAIN", "GOWORK", "CGO_ENABLED",
	"GO386", "GOAMD64", "GOARM", "GOARM64", "GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64", "GOWASM", "GOFIPS140",
}

// settings returns those of the variables that are set, in the environment or by
// "go env -w".
func settings(variables ...string) map[string]string {
	set := map[string]string{}
	for line := range strings.Lines(storedSettings()) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			set[name] = value
		}
	}
	found := map[string]string{}
	for _, name := range variables {
		if value := os.Getenv(name); value != "" {
			found[name] = value
		} else if set[name] != "" {
			found[name] = set[name]
		}
	}
	return found
}

// storedSettings returns the file that "go env -w" writes, or "".
func storedSettings() string {
	name := os.Getenv("GOENV")
	if name == "off" {
		return ""
	}
	if name == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return ""
		}
		name = filepath.Join(dir, "go", "env")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(data)
}

// NewEnvironment reads the environment.
func NewEnvironment() (*Environment, error) {
	set := settings(variables...)
	for _, name := range []string{"GO111MODULE", "GOEXPERIMENT", "GOFIPS140"} {
		if set[name] != "" && set[name] != "on" {
			return nil, uncertain("%s is set", name)
		}
	}
	e := &Environment{context: build.Default}
	if err := e.findToolchain(set); err != nil {
		return nil, err
	}
	e.modCache = modCache(set)
	e.context.GOOS, e.context.GOARCH = runtime.GOOS, runtime.GOARCH
	if set["GOOS"] != "" {
		e.context.GOOS = set["GOOS"]
	}
	if set["GOARCH"] != "" {
		e.context.GOARCH = set["GOARCH"]
	}
	if e.context.GOARCH != runtime.GOARCH {
		e.context.ToolTags = nil // they are those of this machine
	}
	for _, name := range variables {
		if strings.HasPrefix(name, "GO"+strings.ToUpper(e.context.GOARCH)) && set[name] != "" {
			return nil, uncertain("%s is set", name)
		}
	}
	e.context.ReleaseTags = nil
	for i := 1; i <= e.minor; i++ {
		e.context.ReleaseTags = append(e.context.ReleaseTags, "go1."+strconv.Itoa(i))
	}
	return e, e.readFlags(set["GOFLAGS"])
}

// modCache returns the directory of the module cache.
func modCache(set map[string]string) string {
	if set["GOMODCACHE"] != "" {
		return set["GOMODCACHE"]
	}
	path := filepath.SplitList(set["GOPATH"])
	if len(path) == 0 {
		path = []string{build.Default.GOPATH}
	}
	return filepath.Join(path[0], "pkg", "mod")
}

// readFlags takes the tags from GOFLAGS.
func (e *Environment) readFlags(flags string) error {
	for _, flag := range strings.Fields(flags) {
		name, value, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(flag, "-"), "-"), "=")
		switch name {
		case "tags":
			e.context.BuildTags = strings.FieldsFunc(value, func(r rune) bool { return r == ',' })
		case "buildvcs", "trimpath", "count", "v", "p":
		default:
			return uncertain("GOFLAGS has %s", flag)
		}
	}
	return nil
}

// findToolchain finds the toolchain of the go command on the PATH.
func (e *Environment) findToolchain(set map[string]string) error {
	switch set["GOTOOLCHAIN"] {
	case "", "auto", "local":
	default:
		return uncertain("GOTOOLCHAIN is set")
	}
	e.GOROOT = set["GOROOT"]
	if e.GOROOT == "" {
		command, err := exec.LookPath("go")
		if err != nil {
			return uncertain("no go command")
		}
		if command, err = filepath.EvalSymlinks(command); err != nil {
			return uncertain("no go command")
		}
		e.GOROOT = filepath.Dir(filepath.Dir(command))
	}
	version, err := os.ReadFile(filepath.Join(e.GOROOT, "VERSION"))
	if err != nil {
		return uncertain("no toolchain in %s", e.GOROOT)
	}
	e.minor = minorOf(strings.TrimPrefix(string(version), "go"))
	if e.minor == 0 {
		return uncertain("an unreleased toolchain in %s", e.GOROOT)
	}
	return nil
}

// minorOf returns the second number of a Go version such as 1.26.8, or 0.
func minorOf(version string) int {
	rest, ok := strings.CutPrefix(version, "1.")
	if !ok {
		return 0
	}
	end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(rest)
	}
	minor, err := strconv.Atoi(rest[:end])
	if err != nil {
		return 0
	}
	return minor
}

// IsFixed reports whether a directory is of the toolchain or in the module
// cache, where nothing changes under its name.
func (e *Environment) IsFixed(dir string) bool { return e.IsStandard(dir) || isBelow(e.modCache, dir) }

// IsStandard reports whether a directory is of the standard library.
func (e *Environment) IsStandard(dir string) bool {
	return isBelow(filepath.Join(e.GOROOT, "src"), dir)
}

func isBelow(root, dir string) bool { return strings.HasPrefix(dir, root+string(filepath.Separator)) }
