// Package record remembers runs that changed nothing, so that the same run need
// not be repeated while everything that it depends on is the same: the specs,
// the Go files of the packages they name, the module and workspace files, the
// settings of the go command, this program, and the generated files.
//
// A record holds the names of these files and one digest of their contents. It
// is kept in the cache directory of the user, never beside the user's files. It
// cannot make a run wrong by being old or damaged: only the digest of what is on
// disk now counts. A record that others could have written is ignored.
package record

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// format changes with the meaning of a record.
const format = "retrygen record 1"

// settled is how long a file must have been left alone before the run that is
// recorded, so that no change hides behind the resolution of file times.
const settled = 100 * time.Millisecond

// Run is a run of a command.
type Run struct {
	name    string   // of the record; empty if there can be none
	specs   []string // absolute
	started time.Time
}

// Trace is what the outcome of a run depends on, as absolute paths.
type Trace struct {
	// Files may be absent: that they are is a part of the digest.
	Files []string `json:"files"`
	// Dirs are directories of which every Go file counts.
	Dirs []string `json:"dirs"`
}

// stored is a record as it is written.
type stored struct {
	Trace
	Digest string `json:"digest"`
}

// Begin returns the run of a command on specs, now. The order of the specs does
// not matter.
func Begin(command string, specs []string) Run {
	run := Run{started: time.Now()}
	cache, err := os.UserCacheDir()
	if err != nil {
		return run
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q", command)
	names := slices.Clone(specs)
	slices.Sort(names)
	for _, name := range names {
		absolute, err := filepath.Abs(name)
		if err != nil {
			return run
		}
		fmt.Fprintf(sum, "%q", absolute)
		run.specs = append(run.specs, absolute)
	}
	run.name = filepath.Join(cache, "retrygen", hex.EncodeToString(sum.Sum(nil))+".json")
	return run
}

// IsUnchanged reports whether the same run is on record, and all that it
// depends on is as it was.
func (r Run) IsUnchanged() bool {
	data, err := readOwn(r.name)
	if err != nil {
		return false
	}
	var s stored
	if err := json.Unmarshal(data, &s); err != nil {
		return false
	}
	for _, spec := range r.specs {
		if !slices.Contains(s.Files, spec) {
			return false // no run stores such a record
		}
	}
	digest, _, err := s.Trace.digest()
	return err == nil && digest == s.Digest
}

// Store records the run: it succeeded, changed nothing and said nothing. The
// record is not written if anything has changed since shortly before the run
// began. An error is of no consequence but that the next run takes its time.
func (r Run) Store(t Trace) error {
	if r.name == "" {
		return fmt.Errorf("store a record: no cache directory")
	}
	slices.Sort(t.Files)
	slices.Sort(t.Dirs)
	t.Files, t.Dirs = slices.Compact(t.Files), slices.Compact(t.Dirs)
	digest, newest, err := t.digest()
	if err != nil {
		return fmt.Errorf("store a record: %w", err)
	}
	if newest.After(r.started.Add(-settled)) {
		return nil
	}
	data, err := json.Marshal(stored{t, digest})
	if err != nil {
		return fmt.Errorf("store a record: %w", err)
	}
	return replace(r.name, data)
}

// replace writes a file atomically, for this user alone.
func replace(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fmt.Errorf("store a record: %w", err)
	}
	file, err := os.CreateTemp(filepath.Dir(name), ".record-*")
	if err != nil {
		return fmt.Errorf("store a record: %w", err)
	}
	defer os.Remove(file.Name())
	_, err = file.Write(data)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("store a record: %w", err)
	}
	return nil
}

// readOwn reads a record, if nobody else may have written it.
func readOwn(name string) ([]byte, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s may be from another user", name)
	}
	return os.ReadFile(name)
}

// settings returns what the process has been told: each variable that the go
// command, or the C compiler behind it, may look at.
func settings() []string {
	var set []string
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "CGO_") || strings.HasPrefix(name, "RETRYGEN_") ||
			name == "CC" || name == "CXX" || name == "HOME" || name == "PATH" {
			set = append(set, variable)
		}
	}
	slices.Sort(set)
	return set
}
