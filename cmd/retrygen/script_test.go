package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected texts in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"retrygen": main})
}

func TestScripts(t *testing.T) {
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	goEnv := goEnvironment(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, goEnv...)
			env.Vars = append(env.Vars, "VETTOOL="+vetTool(env.Getenv("PATH")))
			return useRepository(env.WorkDir, repository)
		},
		Condition: condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"age":   age,
			"aged":  aged,
		},
	})
}

// goEnvironment lets the go command of a script find what is downloaded and
// built already, and nothing else.
func goEnvironment(t *testing.T) []string {
	env := []string{"GOPROXY=off", "GOFLAGS=", "GOWORK=off", "NO_COLOR=1"}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(value)))
	}
	return env
}

// vetTool returns the path of the command in the scripts.
func vetTool(path string) string {
	for _, dir := range filepath.SplitList(path) {
		name := filepath.Join(dir, "retrygen")
		if _, err := os.Stat(name); err == nil {
			return name
		}
	}
	return "retrygen"
}

// useRepository puts the directory of this repository into the go.mod of a
// script, which has REPOSITORY there.
func useRepository(dir, repository string) error {
	name := filepath.Join(dir, "go.mod")
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return os.WriteFile(name, []byte(strings.ReplaceAll(string(text), "REPOSITORY", repository)), 0o644)
}

// condition adds [superuser]: a user who may write to read-only directories.
func condition(name string) (bool, error) {
	if name != "superuser" {
		return false, errors.New("unknown condition")
	}
	return runtime.GOOS == "windows" || os.Geteuid() == 0, nil
}

// exits runs a command, which must end with the given exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command [argument...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	code := 0
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		code = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// longAgo is when an aged file was last written.
var longAgo = time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)

// age makes files look written long ago.
func age(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: age file...")
	}
	for _, name := range args {
		ts.Check(os.Chtimes(ts.MkAbs(name), longAgo, longAgo))
	}
}

// aged checks that files have not been written since they were aged.
func aged(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		info, err := os.Stat(ts.MkAbs(name))
		ts.Check(err)
		if info.ModTime().Equal(longAgo) == neg {
			ts.Fatalf("%s was last written %v", name, info.ModTime())
		}
	}
}
