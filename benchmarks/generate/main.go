// Command generate measures how long generating takes, next to other generators
// that read Go interfaces, and prints tables in Markdown:
//
//	go run ./generate [-rounds n] [-only regexp] [-cold] [-scale]
//
// Times are CPU time of the whole process tree, user and system, so that other
// work on the machine counts little. Contenders take turns, and a number is the
// median of the rounds. The other generators are built in a temporary directory;
// those that cannot be are left out.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
)

func main() {
	var o options
	flag.IntVar(&o.rounds, "rounds", 9, "how often each contender is measured")
	only := flag.String("only", "", "measure the tables whose title matches this `regexp`")
	flag.BoolVar(&o.cold, "cold", false, "measure without a build cache, too: minutes")
	flag.BoolVar(&o.scale, "scale", true, "measure how time and memory grow with the specs")
	flag.Parse()
	var err error
	if o.only, err = regexp.Compile(*only); err == nil {
		err = run(os.Stdout, o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// unmeasured is what is known of a generator where it has no numbers.
const unmeasured = `
Gowrap wraps one interface in each run, so that 50 take 50 runs: on another
machine 23 times as long as moq, which is not measured here.`

// options say what is measured.
type options struct {
	rounds      int
	only        *regexp.Regexp
	cold, scale bool
}

func run(w io.Writer, o options) error {
	dir, err := os.MkdirTemp("", "generate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tools, err := install(dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s, %s/%s, %d processors, %d rounds\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), o.rounds)
	for _, missing := range tools.missing {
		fmt.Fprintf(w, "Not installed, and left out: %s\n", missing)
	}
	fmt.Fprintf(w, "%s\n", unmeasured)
	for _, f := range fixtures {
		if err := compare(w, dir, tools, f, o); err != nil {
			return err
		}
	}
	if o.scale {
		if err := scale(w, dir, tools, o); err != nil {
			return err
		}
		return tree(w, dir, tools, o)
	}
	return nil
}
