package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// compare prints the table of a fixture.
func compare(w io.Writer, dir string, tools toolbox, f fixture, o options) error {
	if !o.only.MatchString(f.title) {
		return nil
	}
	out := filepath.Join(dir, f.name, "out")
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	svc, err := f.build(dir)
	if err != nil {
		return err
	}
	s := session{dir: svc, fixture: f, contenders: tools.contenders(f, out)}
	for _, c := range s.contenders { // each once, so that all caches are filled
		if _, err := measure(svc, nil, c.args); err != nil {
			return err
		}
	}
	edited, err := s.rounds(o.rounds, true)
	if err != nil {
		return err
	}
	unchanged, err := s.rounds(o.rounds, false)
	if err != nil {
		return err
	}
	var cold [][]usage
	if o.cold {
		if cold, err = s.coldRound(dir); err != nil {
			return err
		}
	}
	s.print(w, edited, unchanged, cold)
	return nil
}

// session is the contenders at work in a package.
type session struct {
	dir        string
	fixture    fixture
	contenders []contender
	edition    int
}

// file for unchanged that has just been written.
func (s *session) settle() error {
	for range 3 {
		time.Sleep(200 * time.Millisecond)
		if _, err := measure(s.dir, nil, s.contenders[0].args); err != nil {
			return err
		}
	}
	return nil
}

// rounds measures all contenders in turn; before each run a declaration of the
// package may change.
func (s *session) rounds(count int, edit bool) ([][]usage, error) {
	results := make([][]usage, len(s.contenders))
	for range count {
		for i, c := range s.contenders {
			if edit {
				s.edition++
				if err := os.WriteFile(filepath.Join(s.dir, "svc.go"), []byte(s.fixture.source(s.edition)), 0o644); err != nil {
					return nil, err
				}
			}
			u, err := measure(s.dir, nil, c.args)
			if err != nil {
				return nil, err
			}
			results[i] = append(results[i], u)
		}
	}
	return results, nil
}

// coldRound measures each contender once with an empty build cache.
func (s *session) coldRound(dir string) ([][]usage, error) {
	results := make([][]usage, len(s.contenders))
	for i, c := range s.contenders {
		cache, err := os.MkdirTemp(dir, "cache")
		if err != nil {
			return nil, err
		}
		s.edition++
		if err := os.WriteFile(filepath.Join(s.dir, "svc.go"), []byte(s.fixture.source(s.edition)), 0o644); err != nil {
			return nil, err
		}
		u, err := measure(s.dir, []string{"GOCACHE=" + cache}, c.args)
		if err != nil {
			return nil, err
		}
		results[i] = []usage{u}
		if err := os.RemoveAll(cache); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// print prints CPU times, their ratios to retrygen's, and the
// memory of the tool without its children.
func (s *session) print(w io.Writer, edited, unchanged, cold [][]usage) {
	fmt.Fprintf(w, "\n## %s\n\n| | edited | ratio | unchanged | ratio | no build cache | memory |\n|---|--:|--:|--:|--:|--:|--:|\n", s.fixture.title)
	for i, c := range s.contenders {
		e, u := median(edited[i]), median(unchanged[i])
		none := ""
		if cold != nil {
			none = milliseconds(cold[i][0].cpu)
		}
		fmt.Fprintf(w, "| %s | %s | %.1f | %s | %.1f | %s | %.0f MB |\n", c.name,
			milliseconds(e.cpu), ratio(e, median(edited[0])), milliseconds(u.cpu), ratio(u, median(unchanged[0])), none, float64(e.memory)/1e6)
	}
}

func ratio(a, b usage) float64 { return float64(a.cpu) / float64(b.cpu) }

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}
