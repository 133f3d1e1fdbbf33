//go:build linux

package safety

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// everywhere is a spec with an address in all places that can have one.
const everywhere = "# yaml-language-server: $schema=%[1]s\n$schema: \"%[1]s\"\nversion: 1\n" +
	"policies: {p: {description: \"%[1]s\", exosphere: {}, errors: {stop: [{pattern: \"%[1]s\"}]}}}\n" +
	"clients: {RetryingGateway: {wraps: Gateway, policy: p}}\n"

// misplaced are specs with an address where none can be.
var misplaced = map[string]string{
	"id":         "$id: \"%s\"\nversion: 1\npolicies: {p: {exosphere: {}}}\n",
	"ref":        "$ref: \"%s\"\nversion: 1\npolicies: {$ref: \"%[1]s\", p: {$ref: \"%[1]s\", exosphere: {$ref: \"%[1]s\"}}}\n",
	"policy ref": "version: 1\npolicies: {p: {$ref: \"%s\"}}\n",
	"dynamicRef": "version: 1\npolicies: {p: {exosphere: {$dynamicRef: \"%s\"}}}\n",
	"version":    "version: \"%s\"\npolicies: {p: {exosphere: {}}}\n",
	"package":    "version: 1\npackage: \"%s\"\npolicies: {p: {exosphere: {}}}\n",
	"output":     "version: 1\noutput: \"%s\"\npolicies: {p: {exosphere: {}}}\n",
	"runtime":    "version: 1\nruntime: \"%s\"\npolicies: {p: {exosphere: {}}}\n",
	"name":       "version: 1\npolicies: {\"%s\": {exosphere: {}}}\n",
	"from":       "version: 1\npolicies: {p: {from: \"%s\"}}\n",
	"from file":  "version: 1\npolicies: {p: {from: {file: \"%s\", pointer: \"%[1]s\"}, dialect: \"%[1]s\"}}\n",
	"strategy":   "version: 1\npolicies: {p: {exosphere: {strategy: \"%s\", max_retries: \"%[1]s\"}}}\n",
	"errors":     "version: 1\npolicies: {p: {exosphere: {}, errors: {stop: [\"%s\", {type: \"%[1]s\"}, {func: \"%[1]s\"}]}}}\n",
	"quota":      "version: 1\npolicies: {p: {exosphere: {}, quota: {scope: \"%s\", name: \"%[1]s\"}}}\n",
	"wraps":      "version: 1\npolicies: {p: {exosphere: {}}}\nclients: {X: {wraps: \"%s\", policy: p}}\n",
	"import":     "version: 1\npolicies: {p: {exosphere: {}}}\nclients: {X: {wraps: \"example.com/elsewhere%.0s.Type\", policy: p}}\n",
	"route":      "version: 1\npolicies: {p: {exosphere: {}}}\nclients: {X: {http: {policy: p, routes: [{host: \"%s\", path: \"%[1]s\"}]}}}\n",
}

// far is what the addresses name: a server that nobody may call, and a file
// that nobody may open.
type far struct{ server, file string }

func newFar(t *testing.T) far {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	dir := t.TempDir()
	put(t, dir, "far.json", `{"type": "object"}`)
	return far{"http://" + listener.Addr().String() + "/s.json", filepath.Join(dir, "far.json")}
}

func (f far) addresses() []string { return []string{f.server, "file://" + f.file, f.file} }

// gateway is a file with the interface that specs wrap.
const gateway = "package shop\n\ntype Gateway interface{ Charge() error }\n"

// newGateway makes a module with an interface, and a spec in it.
func newGateway(t *testing.T, spec string) string {
	t.Helper()
	dir := newShop(t)
	remove(t, filepath.Join(dir, "shop.retry.yaml"))
	put(t, dir, "gateway.go", gateway)
	put(t, dir, "x.retry.yaml", spec)
	return dir
}

// TestNothingIsFetched runs the commands over specs with addresses. They open
// no socket, and no file outside the module but those of Go and of the system.
func TestNothingIsFetched(t *testing.T) {
	watched(t)
	far := newFar(t)
	testNothingIsFetched(t, far, "everywhere", everywhere, 0)
	for name, spec := range misplaced {
		testNothingIsFetched(t, far, name, spec, 1)
	}
}

func testNothingIsFetched(t *testing.T, far far, name, spec string, code int) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		for _, address := range far.addresses() {
			dir := newGateway(t, fmt.Sprintf(spec, address))
			for _, verb := range []string{"vet", "explain", "generate"} {
				got := trace(t, dir, far, command, verb, "x.retry.yaml")
				if len(got.sockets)+len(got.foreign(dir)) > 0 {
					t.Errorf("%s of %s uses the network %q and opens %q", verb, address, got.sockets, got.foreign(dir))
				}
				if verb == "generate" && got.code != code {
					t.Errorf("generate of %s: exit code %d, want %d", address, got.code, code)
				}
			}
		}
	})
}

// TestFetchingIsSeen is the control of TestNothingIsFetched: it fails for a
// program that fetches what the addresses name.
func TestFetchingIsSeen(t *testing.T) {
	watched(t)
	far, dir := newFar(t), t.TempDir()
	if got := trace(t, dir, far, naive, "fetch", far.server); len(got.sockets) == 0 {
		t.Error("a connection is not seen")
	}
	for _, address := range []string{"file://" + far.file, far.file} {
		if got := trace(t, dir, far, naive, "fetch", address); !slices.Equal(got.foreign(dir), []string{far.file}) {
			t.Errorf("of an open file it sees %q", got.foreign(dir))
		}
	}
}

// watched skips a test where processes cannot be watched. .ci/run says so, and
// TestNoNetworkIsNeeded and TestSpecsAreTextOnly remain.
func watched(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("strace", "-qq", "-e", "trace=none", "true").CombinedOutput(); err != nil {
		t.Skipf("SKIP: no process can be watched here: %v %s", err, out)
	}
}

// opened is what a program and all that it started have opened.
type opened struct {
	sockets, files []string
	code           int // of its exit
}

// The lines of a log that count. A call that another one interrupts is
// "resumed"; what it opened stands at the end, with -y by its name.
var (
	openedFile  = regexp.MustCompile(`(?:open\w*|creat)(?:\(| resumed).* = \d+<(/[^>]*)>$`)
	networkCall = regexp.MustCompile(`^\d+ +(?:socket|connect|bind|listen|accept|send|recv|shut|get(?:sock|peer)|setsockopt)\w*\(`)
)

// trace runs a program where every way to the network leads to the far server,
// and watches it.
func trace(t *testing.T, dir string, far far, program string, args ...string) opened {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	watch := []string{"-f", "-qq", "-y", "-e", "trace=%network,open,openat,openat2,creat", "-o", log, program}
	cmd := exec.CommandContext(t.Context(), "strace", append(watch, args...)...)
	cmd.Dir = dir
	temporary := filepath.Join(dir, "tmp") // not dir: the go command takes no module for one there
	if err := os.MkdirAll(temporary, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(childEnv(), "GOPROXY="+far.server, "GONOSUMDB=*", "HTTP_PROXY="+far.server, "TMPDIR="+temporary)
	if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	o := opened{code: cmd.ProcessState.ExitCode()}
	lines, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lines)) {
		file := openedFile.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case file != nil:
			o.files = append(o.files, file[1])
		case networkCall.MatchString(line):
			o.sockets = append(o.sockets, line)
		}
	}
	if len(o.files) == 0 {
		t.Fatalf("%s opens no file at all:\n%s", program, lines)
	}
	return o
}

// foreign returns the files outside dir that neither Go nor the system needs.
func (o opened) foreign(dir string) []string {
	needed := append([]string{dir, "/proc", "/sys", "/dev/null", "/etc/localtime"}, ownedByGo()...)
	if zone, err := filepath.EvalSymlinks("/etc/localtime"); err == nil {
		needed = append(needed, zone)
	}
	return slices.DeleteFunc(slices.Clone(o.files), func(file string) bool {
		return slices.ContainsFunc(needed, func(root string) bool { return file == root || strings.HasPrefix(file, root+"/") })
	})
}

// ownedByGo are the files of the go command, and this module, which the specs
// are compiled against.
var ownedByGo = sync.OnceValue(func() []string {
	out, _ := exec.Command("go", "env", "GOROOT", "GOCACHE", "GOMODCACHE", "GOENV", "GOTELEMETRYDIR").Output()
	repository, _ := filepath.Abs("../..")
	return append(strings.Fields(string(out)), repository)
})

// TestNoNetworkIsNeeded: where there is no network at all, not even to the same
// machine, generate does the same. The control is a program that fetches.
func TestNoNetworkIsNeeded(t *testing.T) {
	if out, err := exec.Command("unshare", "-rn", "true").CombinedOutput(); err != nil {
		t.Skipf("SKIP: the network cannot be taken away here: %v %s", err, out)
	}
	far := newFar(t)
	dir := newGateway(t, fmt.Sprintf(everywhere, far.server))
	alone := func(program string, args ...string) int {
		return childOf(t, "unshare", dir, nil, append([]string{"-rn", program}, args...)...).code
	}
	if code := alone(command, "generate", "x.retry.yaml"); code != 0 {
		t.Errorf("generate without a network: exit code %d", code)
	}
	if _, err := os.Stat(filepath.Join(dir, "x_retry.go")); err != nil {
		t.Error(err)
	}
	if code := childOf(t, naive, dir, nil, "fetch", far.server).code; code != 0 {
		t.Errorf("fetching with a network: exit code %d", code)
	}
	if code := alone(naive, "fetch", far.server); code == 0 {
		t.Error("fetching succeeds without a network")
	}
}
