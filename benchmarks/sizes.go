package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const sizesTitle = "What a program gains"

// program is a program that does next to nothing with a library.
type program struct {
	name    string
	imports []string
	body    string
}

// programs are what is built; those over net/http are compared with a program
// that has that already.
func programs() (plain, overHTTP []program) {
	plain = []program{
		{"hello world", nil, ``},
		{"a context with a timeout, a timer and a random number", []string{`"context"`, `"math/rand/v2"`, `"time"`}, `ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	select {
	case <-time.NewTimer(time.Duration(rand.Int64())).C:
	case <-ctx.Done():
	}`},
		{"retrygen", []string{`"context"`, `retry "github.com/retrygen/retrygen/runtime"`}, `_ = retry.New(retry.Config{MaxAttempts: 3}).Do(context.Background(), op)`},
		{"cenkalti/backoff v7", []string{`"context"`, `"github.com/cenkalti/backoff/v7"`}, `_, _ = backoff.Retry(context.Background(), func() (int, error) { return 0, op(context.Background()) })`},
		{"cenkalti/backoff v5", []string{`"context"`, `"github.com/cenkalti/backoff/v5"`}, `_, _ = backoff.Retry(context.Background(), func() (int, error) { return 0, op(context.Background()) })`},
		{"avast/retry-go v5", []string{`"context"`, `"github.com/avast/retry-go/v5"`}, `_ = retry.New().Do(func() error { return op(context.Background()) })`},
		{"sethvargo/go-retry", []string{`"context"`, `"github.com/sethvargo/go-retry"`}, `_ = retry.Do(context.Background(), retry.NewConstant(1), op)`},
		{"failsafe-go", []string{`"context"`, `"github.com/failsafe-go/failsafe-go"`, `"github.com/failsafe-go/failsafe-go/retrypolicy"`}, `_ = failsafe.With(retrypolicy.NewWithDefaults[any]()).Run(func() error { return op(context.Background()) })`},
		{"aws-sdk-go-v2 retry", []string{`"context"`, `"github.com/aws/aws-sdk-go-v2/aws/retry"`}, `_ = retry.NewStandard().IsErrorRetryable(op(context.Background()))`},
		{"gax-go", []string{`"context"`, `"github.com/googleapis/gax-go/v2"`}, `_ = gax.Invoke(context.Background(), func(ctx context.Context, _ gax.CallSettings) error { return op(ctx) })`},
		{"k8s wait", []string{`"context"`, `"k8s.io/apimachinery/pkg/util/wait"`}, `_ = wait.ExponentialBackoffWithContext(context.Background(), wait.Backoff{Steps: 3}, func(ctx context.Context) (bool, error) { return true, op(ctx) })`},
	}
	overHTTP = []program{
		{"net/http", []string{`"context"`, `"net/http"`}, `_, _ = http.Get("http://localhost"); _ = op(context.Background())`},
		{"retrygen/runtime/retryhttp", []string{`"context"`, `"net/http"`, `"github.com/retrygen/retrygen/runtime/retryhttp"`}, `_, _ = (&http.Client{Transport: retryhttp.New(nil, retryhttp.Config{})}).Get("http://localhost"); _ = op(context.Background())`},
		{"hashicorp/go-retryablehttp", []string{`"context"`, `"github.com/hashicorp/go-retryablehttp"`}, `_, _ = retryablehttp.Get("http://localhost"); _ = op(context.Background())`},
		{"PuerkitoBio/rehttp", []string{`"context"`, `"net/http"`, `"github.com/PuerkitoBio/rehttp"`}, `_, _ = (&http.Client{Transport: rehttp.NewTransport(nil, rehttp.RetryMaxRetries(1), rehttp.ConstDelay(1))}).Get("http://localhost"); _ = op(context.Background())`},
		{"failsafe-go/failsafehttp", []string{`"context"`, `"net/http"`, `"github.com/failsafe-go/failsafe-go/failsafehttp"`}, `_, _ = (&http.Client{Transport: failsafehttp.NewRoundTripper(nil, failsafehttp.NewRetryPolicyBuilder().Build())}).Get("http://localhost"); _ = op(context.Background())`},
	}
	return plain, overHTTP
}

// source returns the text of the program.
func (p program) source() string {
	text := "package main\n\nimport (\n\t\"fmt\"\n\t" + strings.Join(p.imports, "\n\t") + "\n)\n\n" +
		"func main() {\n\t" + p.body + "\n\tfmt.Println(\"hello\")\n}\n"
	if strings.Contains(p.body, "op") {
		text += "\nfunc op(context.Context) error { return nil }\n"
	}
	return text
}

// built is what became of a program.
type built struct {
	bytes    int64
	stripped int64    // bytes without symbols and debug information
	packages []string // all of them
	modules  []string // other than this project and the standard library
}

// printSizes builds the programs and prints what they gain over the first one
// of their kind.
func printSizes(w io.Writer) error {
	dir, err := os.MkdirTemp("", "sizes")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	plain, overHTTP := programs()
	fmt.Fprintf(w, "\n## %s\n\n| | bytes | gain | gain, stripped | packages | gain | modules |\n|---|--:|--:|--:|--:|--:|--:|\n", sizesTitle)
	for _, group := range [][]program{plain, overHTTP} {
		var base built
		for i, p := range group {
			b, err := p.build(dir)
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			if i == 0 {
				base = b
			}
			fmt.Fprintf(w, "| %s | %d | %+d | %+d | %d | %+d | %d |\n", p.name, b.bytes, b.bytes-base.bytes, b.stripped-base.stripped,
				len(b.packages), len(b.packages)-len(base.packages), len(b.modules))
		}
	}
	return nil
}

// build builds the program as a package of this module that is not there: an
// overlay shows it to the go command.
func (p program) build(dir string) (built, error) {
	here, err := os.Getwd()
	if err != nil {
		return built{}, err
	}
	main, overlay, binary := filepath.Join(dir, "main.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "program")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(here, "hello", "main.go"): main}})
	if err != nil {
		return built{}, err
	}
	for name, text := range map[string][]byte{main: []byte(p.source()), overlay: replace} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			return built{}, err
		}
	}
	whole, err := size(binary, "-overlay", overlay)
	if err != nil {
		return built{}, err
	}
	stripped, err := size(binary, "-overlay", overlay, "-ldflags=-s -w")
	if err != nil {
		return built{}, err
	}
	list, err := command("list", "-overlay", overlay, "-deps", "-f", "{{.ImportPath}} {{with .Module}}{{.Path}}{{end}}", "./hello")
	if err != nil {
		return built{}, err
	}
	b := built{bytes: whole, stripped: stripped}
	b.read(list)
	return b, nil
}

// size builds the program of an overlay and returns the bytes of the binary.
func size(binary string, flags ...string) (int64, error) {
	if _, err := command(slices.Concat([]string{"build", "-o", binary}, flags, []string{"./hello"})...); err != nil {
		return 0, err
	}
	info, err := os.Stat(binary)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// read takes the packages and modules from a list with one package a line.
func (b *built) read(list string) {
	for line := range strings.Lines(list) {
		name, module, _ := strings.Cut(strings.TrimSpace(line), " ")
		b.packages = append(b.packages, name)
		if module != "" && !strings.HasPrefix(module, "github.com/retrygen/") && !slices.Contains(b.modules, module) {
			b.modules = append(b.modules, module)
		}
	}
}

// command runs the go command.
func command(args ...string) (string, error) {
	out, err := exec.Command("go", args...).Output()
	if failed, ok := err.(*exec.ExitError); ok {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, failed.Stderr)
	}
	return string(out), err
}
