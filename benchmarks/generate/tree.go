package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// treeSpecs is the number of specs in the largest tree: each in a package with an
// interface of ten methods.
const treeSpecs = 1000

// tree prints how the time and memory of commands over a whole module grow with
// the number of its specs.
func tree(w io.Writer, dir string, tools toolbox, o options) error {
	title := "A module of 1000 specs and 10000 methods"
	if !o.only.MatchString(title) {
		return nil
	}
	commands := []string{"generate", "check", "vet"}
	fmt.Fprintf(w, "\n## %s\n\n| part | %s |\n|--:|%s\n", title, strings.Join(commands, " | memory | ")+" | memory", strings.Repeat("--:|", 2*len(commands)))
	var parts []float64
	times := make([][]float64, len(commands))
	for _, part := range steps {
		root := filepath.Join(dir, fmt.Sprintf("tree%v", part))
		if err := writeTree(root, int(treeSpecs*part)); err != nil {
			return err
		}
		parts = append(parts, part)
		fmt.Fprintf(w, "| %v |", part)
		for i, command := range commands {
			u, err := measure(root, nil, []string{filepath.Join(tools.dir, "retrygen"), command, "--quiet", "./..."})
			if err != nil {
				return err
			}
			times[i] = append(times[i], u.cpu.Seconds())
			fmt.Fprintf(w, " %s | %.0f MB |", milliseconds(u.cpu), float64(u.memory)/1e6)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
	for i, command := range commands {
		_, slope, fit := line(parts, times[i])
		fmt.Fprintf(w, "The time of %s grows by %.2f s (R² %.3f) for the whole.\n", command, slope, fit)
	}
	return nil
}

// writeTree writes a module with a package for each spec.
func writeTree(root string, specs int) error {
	files := map[string]string{"go.mod": "module fixture.test\n\ngo 1.26.0\n"}
	for i := range specs {
		var code strings.Builder
		fmt.Fprintf(&code, "package svc%d\n\nimport \"context\"\n\ntype Service interface {\n", i)
		for m := range 10 {
			fmt.Fprintf(&code, "\tMethod%d(ctx context.Context, id string, n int) (int, error)\n", m)
		}
		code.WriteString("}\n")
		dir := fmt.Sprintf("svc%d/", i)
		files[dir+"svc.go"] = code.String()
		files[dir+"svc.retry.yaml"] = fmt.Sprintf("version: 1\npolicies:\n"+
			"  p: {exosphere: {max_retries: %d, strategy: EXPONENTIAL_FULL_JITTER, backoff_factor: %d}, attempt_timeout: 1s, total_timeout: 5m}\n"+
			"clients:\n  Retrying: {wraps: Service, policy: p}\n", 1+i%4, 100+i)
	}
	return writeAll(root, files)
}
