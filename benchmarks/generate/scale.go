package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// steps are the parts of the largest spec that are measured: 1000 policies, and
// 200 clients of 50 methods.
var steps = []float64{0.125, 0.25, 0.5, 1}

// scale prints how time and memory grow with a spec, and how long its output
// takes to compile next to methods that are written by hand.
func scale(w io.Writer, dir string, tools toolbox, o options) error {
	title := "1000 policies and 200 clients of 50 methods"
	if !o.only.MatchString(title) {
		return nil
	}
	fmt.Fprintf(w, "\n## %s\n\n| part | generate | memory | compile | by hand | ratio |\n|--:|--:|--:|--:|--:|--:|\n", title)
	var sizes, times, memories []float64
	for _, part := range steps {
		l := large{policies: int(1000 * part), clients: int(200 * part)}
		u, err := l.generate(filepath.Join(dir, fmt.Sprintf("scale%v", part)), tools, o.rounds)
		if err != nil {
			return err
		}
		generated, byHand, err := l.compile(filepath.Join(dir, fmt.Sprintf("scale%v", part)), o.rounds)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| %v | %s | %.0f MB | %s | %s | %.2f |\n", part, milliseconds(u.cpu), float64(u.memory)/1e6,
			milliseconds(generated), milliseconds(byHand), float64(generated)/float64(byHand))
		sizes, times, memories = append(sizes, part), append(times, u.cpu.Seconds()), append(memories, float64(u.memory)/1e6)
	}
	_, slope, fit := line(sizes, times)
	_, bytes, fits := line(sizes, memories)
	fmt.Fprintf(w, "\nTime grows by %.2f s (R² %.3f), memory by %.0f MB (R² %.3f) for the whole.\n", slope, fit, bytes, fits)
	return nil
}

// line returns the straight line through points with the least squares, and
// how much of their variance it explains.
func line(x, y []float64) (intercept, slope, fit float64) {
	var meanX, meanY, xx, xy, yy float64
	for i := range x {
		meanX += x[i] / float64(len(x))
		meanY += y[i] / float64(len(x))
	}
	for i := range x {
		xx += (x[i] - meanX) * (x[i] - meanX)
		xy += (x[i] - meanX) * (y[i] - meanY)
		yy += (y[i] - meanY) * (y[i] - meanY)
	}
	slope = xy / xx
	return meanY - slope*meanX, slope, xy * xy / math.Max(xx*yy, math.SmallestNonzeroFloat64)
}

// large is a large spec.
type large struct{ policies, clients int }

// generate writes the package and the spec, and measures the generation.
func (l large) generate(dir string, tools toolbox, rounds int) (usage, error) {
	var code, spec strings.Builder
	code.WriteString("package svc\n\nimport \"context\"\n\n")
	spec.WriteString("version: 1\npolicies:\n")
	for i := range l.policies {
		fmt.Fprintf(&spec, "  p%d: {exosphere: {max_retries: %d, backoff_factor: %d}}\n", i, 1+i%7, 100+i)
	}
	spec.WriteString("clients:\n")
	for i := range l.clients {
		fmt.Fprintf(&code, "type Service%d interface {\n", i)
		fmt.Fprintf(&spec, "  Retrying%d: {wraps: Service%d, policy: p%d}\n", i, i, i%l.policies)
		for m := range 50 {
			fmt.Fprintf(&code, "\tMethod%d(ctx context.Context, id string, n int) (int, error)\n", m)
		}
		code.WriteString("}\n\n")
	}
	err := writeAll(dir, map[string]string{
		"go.mod":         "module fixture.test\n\ngo 1.26.0\n",
		"svc.go":         code.String(),
		"svc.retry.yaml": spec.String(),
	})
	if err != nil {
		return usage{}, err
	}
	var runs []usage
	for range min(rounds, 5) {
		if err := os.RemoveAll(filepath.Join(dir, "svc_retry.go")); err != nil {
			return usage{}, err
		}
		u, err := measure(dir, nil, []string{filepath.Join(tools.dir, "retrygen"), "generate"})
		if err != nil {
			return usage{}, err
		}
		runs = append(runs, u)
	}
	return median(runs), nil
}

// compile measures the compiler on the output, and on as many methods that are
// written by hand, in the same module as the runtime.
func (l large) compile(dir string, rounds int) (generated, byHand time.Duration, err error) {
	output, err := os.ReadFile(filepath.Join(dir, "svc_retry.go"))
	if err != nil {
		return 0, 0, err
	}
	services, err := os.ReadFile(filepath.Join(dir, "svc.go"))
	if err != nil {
		return 0, 0, err
	}
	root, err := repository()
	if err != nil {
		return 0, 0, err
	}
	err = writeAll(filepath.Join(dir, "compile"), map[string]string{
		"go.mod":            "module compile.test\n\ngo 1.26.0\n\nrequire github.com/retrygen/retrygen v0.0.0\n\nreplace github.com/retrygen/retrygen => " + root + "\n",
		"generated/svc.go":  string(services),
		"generated/out.go":  string(output),
		"byhand/svc.go":     string(services),
		"byhand/clients.go": l.handWritten(),
	})
	if err != nil {
		return 0, 0, err
	}
	var of [2][]usage
	for range min(rounds, 3) {
		for i, name := range []string{"./generated", "./byhand"} {
			edit := filepath.Join(dir, "compile", name, "edition.go")
			if err := os.WriteFile(edit, fmt.Appendf(nil, "package svc\n\nconst Edition = %d\n", time.Now().UnixNano()), 0o644); err != nil {
				return 0, 0, err
			}
			u, err := measure(filepath.Join(dir, "compile"), []string{"GOFLAGS=-mod=mod"}, []string{"go", "build", name})
			if err != nil {
				return 0, 0, err
			}
			of[i] = append(of[i], u)
		}
	}
	return median(of[0]).cpu, median(of[1]).cpu, nil
}

// handWritten returns clients that do what the generated ones do, as one would
// write them by hand: a loop in each method.
func (l large) handWritten() string {
	var b strings.Builder
	b.WriteString("package svc\n\nimport (\n\"context\"\n\"time\"\n)\n\n")
	for i := range l.policies {
		fmt.Fprintf(&b, "func delay%d(retry int) time.Duration { return min(time.Duration(%d)*time.Millisecond<<min(retry, 20), time.Minute) }\n\n", i, 100+i)
	}
	for i := range l.clients {
		fmt.Fprintf(&b, "type Retrying%d struct{ next Service%d }\n\n", i, i)
		for m := range 50 {
			fmt.Fprintf(&b, `func (r *Retrying%[1]d) Method%[2]d(ctx context.Context, id string, n int) (int, error) {
	for retry := 0; ; retry++ {
		value, err := r.next.Method%[2]d(ctx, id, n)
		if err == nil || retry == %[3]d {
			return value, err
		}
		select {
		case <-ctx.Done():
			return value, ctx.Err()
		case <-time.After(delay%[4]d(retry)):
		}
	}
}

`, i, m, 1+i%7, i%l.policies)
		}
	}
	return b.String()
}

// writeAll writes files below dir.
func writeAll(dir string, files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
