//go:build linux

package safety

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// place is how every line begins that is not a hint.
var place = regexp.MustCompile(`^(stdin|x)\.retry\.(yaml|json):\d+:\d+: (?:/\S* )?(.*)$`)

// maxOutput bounds what a run prints: twenty findings with their hints.
const maxOutput = 16 << 10

// TestHostileSpecs gives every hostile spec to a process of its own.
func TestHostileSpecs(t *testing.T) {
	for _, spec := range hostileSpecs() {
		t.Run(spec.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := "x.retry.yaml"
			if spec.json {
				file = "x.retry.json"
			}
			put(t, dir, file, spec.text())
			o := child(t, dir, nil, "vet", file)
			checkBounds(t, o)
			checkFindings(t, o, spec.says)
		})
	}
}

// checkFindings demands errors with places, short, and one that says so.
func checkFindings(t *testing.T, o outcome, says string) {
	t.Helper()
	if o.code != 1 || len(o.text) > maxOutput || !strings.Contains(o.text, says) {
		t.Errorf("exit code %d, %d bytes, without %q: %.500s", o.code, len(o.text), says, o.text)
	}
	for line := range strings.Lines(o.text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "\t") {
			continue // a hint
		}
		found := place.FindStringSubmatch(line)
		if found == nil {
			t.Errorf("a finding has no place: %.300q", line)
		} else if len(found[3]) > 200 {
			t.Errorf("a message has %d bytes: %.300q", len(found[3]), found[3])
		}
	}
}

// maxGenerated bounds the output for the largest spec.
const maxGenerated = 4 << 20

// TestLargestSpec: as many policies as a spec can have, each with a table as
// long as can be, are within the same bounds.
func TestLargestSpec(t *testing.T) {
	dir := newShop(t)
	putShop(t, dir, "largest", 1000)
	o := child(t, dir, nil, "generate")
	checkBounds(t, o)
	size := 0
	for _, text := range outputs(t, dir) {
		size += len(text)
	}
	if o.code != 0 || size == 0 || size > maxGenerated {
		t.Errorf("exit code %d, %d bytes of output: %s", o.code, size, o.text)
	}
	t.Logf("%v, %d MiB, %d KiB of output", o.took, o.memory>>10, size>>10)
}

// TestGuardsAreNeeded is the control of the tests above: a program that decodes
// YAML as the library offers breaks the bounds that they set.
func TestGuardsAreNeeded(t *testing.T) {
	if o := childOf(t, naive, t.TempDir(), strings.NewReader("version: 1\n")); o.code != 0 || o.bounds() != nil {
		t.Fatalf("harmless: %d, %v", o.code, o.bounds())
	}
	keys := "{" + strings.Repeat("a,", 8_000) + "}" // S3 of the smaller kind
	if o := childOf(t, naive, t.TempDir(), strings.NewReader(keys)); o.bounds() == nil {
		t.Errorf("%d equal keys keep within the bounds: %d MiB, %v", 8_000, o.memory>>10, o.took)
	}
}

// TestHostileStreams feeds the command what has no end, or never comes.
func TestHostileStreams(t *testing.T) {
	for name, stdin := range map[string]io.Reader{
		"endless zeros":     endless(0),
		"endless spaces":    endless(' '),
		"a hundred million": io.LimitReader(endless('#'), 100_000_000),
		"one byte too many": strings.NewReader(strings.Repeat("#", 1<<20) + "\n"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := child(t, t.TempDir(), stdin, "vet", "-")
			checkBounds(t, o)
			checkFindings(t, o, "stdin.retry.yaml:1:1: ")
		})
	}
}

// endless repeats a byte for ever.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// TestSpecsThatAreNoFiles: opening one of them could take for ever.
func TestSpecsThatAreNoFiles(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	if err := syscall.Mkfifo(path("pipe.retry.yaml"), 0o600); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", path("socket.retry.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	for name, to := range map[string]string{"zero.retry.yaml": "/dev/zero", "pipe2.retry.yaml": path("pipe.retry.yaml"), "self.retry.yaml": "self.retry.yaml"} {
		if err := os.Symlink(to, path(name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"pipe.retry.yaml", "pipe2.retry.yaml", "socket.retry.yaml", "zero.retry.yaml", "self.retry.yaml", "absent.retry.yaml"} {
		o := child(t, dir, nil, "vet", name)
		checkBounds(t, o)
		if o.code != 2 || !strings.Contains(o.text, name) {
			t.Errorf("%s: exit code %d: %s", name, o.code, o.text)
		}
	}
}

// TestSpecsAreTextOnly: addresses in a spec are text. The command that reads
// them runs where a connection fails, and the file that one names stays
// unread: a named pipe would block its reader.
func TestSpecsAreTextOnly(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	connected := make(chan string, 1)
	go func() {
		if c, err := listener.Accept(); err == nil {
			connected <- c.RemoteAddr().String()
		}
	}()
	for _, address := range []string{"http://" + listener.Addr().String() + "/s.json", "file://" + pipe, pipe, "file:///dev/zero"} {
		for _, key := range []string{"$schema", "$ref", "$id", "$dynamicRef"} {
			put(t, dir, "x.retry.json", fmt.Sprintf(`{%q: %q, "version": 1, "policies": {"p": {"exosphere": {%q: %q}}}}`, key, address, key, address))
			checkBounds(t, child(t, dir, nil, "vet", "x.retry.json"))
		}
	}
	select {
	case from := <-connected:
		t.Errorf("the command connected from %s", from)
	default:
	}
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
