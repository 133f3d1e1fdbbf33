// Command benchmarks measures this project next to other retry libraries, and
// prints tables in Markdown:
//
//	go run . [-rounds n] [-slice d] [-only regexp] [-sizes=false]
//
// Times are CPU time of the process, so that other work on the machine counts
// little. Contenders take turns, in a new order each round, and a number is the
// median of the rounds; the ratio is to the call without retries in the same
// table.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

func main() {
	rounds := flag.Int("rounds", 15, "how often each contender is measured")
	slice := flag.Duration("slice", 10*time.Millisecond, "how long a measurement takes")
	only := flag.String("only", "", "measure the tables whose title matches this `regexp`")
	sizes := flag.Bool("sizes", true, "build programs and compare their sizes")
	flag.Parse()
	if err := run(os.Stdout, *rounds, *slice, *only, *sizes); err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, rounds int, slice time.Duration, only string, sizes bool) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	fmt.Fprintf(w, "%s, %s/%s, GOMAXPROCS %d, %d rounds of %v\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), rounds, slice)
	fmt.Fprintf(w, "\n%s\n", versions())
	for _, c := range comparisons() {
		if !wanted.MatchString(c.title) {
			continue
		}
		results, err := c.measure(rounds, slice)
		if err != nil {
			return fmt.Errorf("%s: %w", c.title, err)
		}
		printTimes(w, c.title, results)
	}
	if !sizes || !wanted.MatchString(sizesTitle) {
		return nil
	}
	return printSizes(w)
}

// versions names the modules that are compared, in their versions.
func versions() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "versions unknown"
	}
	var named []string
	for _, d := range info.Deps {
		if slices.Contains(compared, d.Path) {
			named = append(named, d.Path+" "+d.Version)
		}
	}
	return strings.Join(named, ", ")
}

// compared are the modules of the contenders.
var compared = []string{
	"github.com/PuerkitoBio/rehttp", "github.com/avast/retry-go/v5", "github.com/aws/aws-sdk-go-v2",
	"github.com/cenkalti/backoff/v5", "github.com/cenkalti/backoff/v7", "github.com/failsafe-go/failsafe-go",
	"github.com/googleapis/gax-go/v2", "github.com/hashicorp/go-retryablehttp", "github.com/sethvargo/go-retry",
	"k8s.io/apimachinery",
}

// comparisons returns all that is measured, in the order of the report.
func comparisons() []comparison {
	all := callComparisons()
	all = append(all, delayComparisons()...)
	return append(all, httpComparisons()...)
}
