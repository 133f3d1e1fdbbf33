//go:build linux

package safety

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// shop is a module with a spec whose output is a package of several files.
const (
	shopModule = "module example.com/shop\n\ngo 1.26.0\n\nrequire github.com/retrygen/retrygen v0.0.0\n\nreplace github.com/retrygen/retrygen => %s\n"
	shopSpec   = "version: 1\npackage: out\noutput: out/\npolicies:\n"
	shopPolicy = "  p%d: {description: %s, exosphere: {max_retries: 50, strategy: EXPONENTIAL, backoff_factor: 1, max_delay: 3600000}}\n"
)

// newShop makes such a module.
func newShop(t *testing.T) string {
	t.Helper()
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	put(t, dir, "go.mod", fmt.Sprintf(shopModule, repository))
	putShop(t, dir, "one", 40)
	return dir
}

// putShop writes a spec of policies with the given description.
func putShop(t *testing.T, dir, description string, policies int) {
	t.Helper()
	text := shopSpec
	for i := range policies {
		text += fmt.Sprintf(shopPolicy, i, description)
	}
	// Runs under way must not see half of it.
	put(t, dir, "new", text)
	if err := os.Rename(filepath.Join(dir, "new"), filepath.Join(dir, "shop.retry.yaml")); err != nil {
		t.Fatal(err)
	}
}

// generate runs the command, which must succeed, and returns the output.
func generate(t *testing.T, dir string) map[string]string {
	t.Helper()
	if o := child(t, dir, nil, "generate"); o.code != 0 {
		t.Fatalf("exit code %d: %s", o.code, o.text)
	}
	return outputs(t, dir)
}

// outputs returns what is in the output directory, by name.
func outputs(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "out"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(dir, "out", entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found[entry.Name()] = string(text)
	}
	return found
}

// killed starts a program and kills it, and all that it has started, when wait
// returns; ended is closed if it ends before.
func killed(t *testing.T, dir string, wait func(ended <-chan struct{}), program string, args ...string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = dir, childEnv()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	wait(ended)
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may have ended by itself
	<-ended
}

func random(longest time.Duration) func(<-chan struct{}) {
	return func(ended <-chan struct{}) {
		select {
		case <-ended:
		case <-time.After(rand.N(longest)):
		}
	}
}

// writing waits until files are being written, and a little longer.
func writing(dir string) func(<-chan struct{}) {
	return func(ended <-chan struct{}) {
		for {
			select {
			case <-ended:
				return
			case <-time.After(200 * time.Microsecond):
			}
			if found, _ := filepath.Glob(filepath.Join(dir, "out", ".*.tmp")); len(found) > 0 {
				random(3 * time.Millisecond)(ended)
				return
			}
		}
	}
}

// TestKilledGenerate kills generate at random moments. Every file is then the
// old one or the new one, whole, and nothing that the go command would see is
// left next to them; the next run makes all of them new.
func TestKilledGenerate(t *testing.T) {
	t.Parallel()
	dir := newShop(t)
	versions := []map[string]string{generate(t, dir)}
	putShop(t, dir, "two", 40)
	start := time.Now()
	versions = append(versions, generate(t, dir))
	usual := time.Since(start)
	descriptions := []string{"one", "two"}
	rounds, temporaries, last := 100, 0, 0
	if *long {
		rounds = 1000
	}
	for i := range rounds {
		last = i % 2
		if outputs(t, dir)["policies.go"] == versions[last]["policies.go"] {
			last = 1 - last // else there would be nothing to write
		}
		putShop(t, dir, descriptions[last], 40)
		wait := writing(dir)
		if i%4 < 2 {
			wait = random(usual * 5 / 4)
		}
		killed(t, dir, wait, command, "generate")
		for name, text := range outputs(t, dir) {
			switch {
			case strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".tmp"):
				temporaries++
				remove(t, filepath.Join(dir, "out", name))
			case text == "" || text != versions[0][name] && text != versions[1][name]:
				t.Errorf("round %d leaves %s torn: %d bytes", i, name, len(text))
			}
		}
	}
	for name, text := range generate(t, dir) {
		if text != versions[last][name] {
			t.Errorf("the last run leaves %s as it was", name)
		}
	}
	if temporaries == 0 {
		t.Error("no kill came while files were written")
	}
	t.Logf("of %d kills, some left %d temporary files", rounds, temporaries)
}

// TestKilledRewrite is the control of TestKilledGenerate: kills tear a file
// that is written in place.
func TestKilledRewrite(t *testing.T) {
	dir := t.TempDir()
	torn := 0
	for range 30 {
		killed(t, dir, random(70*time.Millisecond), naive, "file")
		text, err := os.ReadFile(filepath.Join(dir, "file"))
		if err != nil {
			continue // killed before it began
		}
		if len(text) != 4<<20 || bytes.Count(text, text[:1]) != len(text) {
			torn++
		}
	}
	if torn == 0 {
		t.Error("no kill tore a file that is written in place")
	}
}

// TestGenerateAtOnce: runs at the same time, over a spec that changes, all
// succeed, readers see whole files only, and the last run makes what it makes
// alone.
func TestGenerateAtOnce(t *testing.T) {
	dir := newShop(t)
	versions := map[string]bool{}
	for _, description := range []string{"one", "two"} {
		putShop(t, dir, description, 40)
		versions[generate(t, dir)["policies.go"]] = true
	}
	processes, rounds := 4, 3
	if *long {
		processes, rounds = 16, 50
	}
	var changing sync.Mutex
	var runs sync.WaitGroup
	for i := range processes {
		runs.Go(func() {
			for round := range rounds {
				changing.Lock()
				putShop(t, dir, []string{"one", "two"}[(i+round)%2], 40+round%2)
				changing.Unlock()
				if o := child(t, dir, nil, "generate"); o.code != 0 {
					t.Errorf("exit code %d: %s", o.code, o.text)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { runs.Wait(); close(done) }()
	reads := 0
	for open := true; open; reads++ {
		select {
		case <-done:
			open = false
		default:
		}
		text, err := os.ReadFile(filepath.Join(dir, "out", "policies.go"))
		if err != nil || !strings.HasSuffix(string(text), "}\n") || !strings.HasPrefix(string(text), "// Code generated by retrygen") {
			t.Fatalf("read %d: %v, %d bytes", reads, err, len(text))
		}
	}
	putShop(t, dir, "one", 40)
	if got := generate(t, dir); !versions[got["policies.go"]] || len(got) != 2 {
		t.Errorf("the files differ from those of one run: %d files", len(got))
	}
}

// TestSameBytesEverywhere: nothing around a spec changes what comes of it, be it
// policies alone or a client, for which Go packages are loaded as well.
func TestSameBytesEverywhere(t *testing.T) {
	t.Parallel()
	rounds := 1
	if *long {
		rounds = 25
	}
	sums := map[[sha256.Size]byte]string{}
	for range rounds {
		for _, around := range []string{
			"umask 077; GOMAXPROCS=1 TZ=UTC", "umask 000; GOMAXPROCS=8 TZ=Asia/Kolkata LANG=tr_TR.UTF-8",
			"umask 027; LC_ALL=C USER=x HOSTNAME=y", "umask 022; GOGC=1 SOURCE_DATE_EPOCH=0 TZ=America/St_Johns",
		} {
			dir := newShop(t)
			put(t, dir, "gateway.go", gateway)
			put(t, dir, "x.retry.yaml", fmt.Sprintf(everywhere, "a description"))
			cmd := exec.Command("sh", "-c", around+" exec "+command+" generate")
			cmd.Dir, cmd.Env = dir, childEnv()
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			client, err := os.ReadFile(filepath.Join(dir, "x_retry.go"))
			if err != nil {
				t.Fatal(err)
			}
			sums[sha256.Sum256(fmt.Append(client, outputs(t, dir)))] = around
		}
	}
	if len(sums) != 1 {
		t.Errorf("%d different outputs: %v", len(sums), sums)
	}
}

func remove(t *testing.T, name string) {
	t.Helper()
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
}
