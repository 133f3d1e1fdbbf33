package browser

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/go-json-experiment/json/jsontext"
)

var update = flag.Bool("update", false, "write the pictures of the page")

// names are the names that Chromium has.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell"}

// spec is the spec of docs/simulate.md.
const spec = `version: 1
policies:
  orders:
    httpx: {total: 3, backoff_factor: 0.1, backoff_jitter: 1}
`

// arguments are those of a brownout from which the policy never recovers.
var arguments = []string{
	"simulate", "--serve", "--scenario", "brownout", "--clients", "100", "--rate", "7", "--capacity", "1000", "--queue", "2000", "--timeout", "1s",
}

// command starts the command over a spec and returns the address of the page.
func command(t *testing.T) (address string, end func() error) {
	t.Helper()
	dir := t.TempDir()
	tool := filepath.Join(dir, "retrygen")
	build := exec.Command("go", "build", "-o", tool, "./cmd/retrygen")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "orders.retry.yaml"), []byte(spec), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(tool, arguments...)
	cmd.Dir = dir
	var trouble bytes.Buffer
	cmd.Stderr = &trouble
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v: %s", err, trouble.String())
	}
	return strings.TrimSpace(line), func() error {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return err
		}
		return cmd.Wait()
	}
}

// watch notes what the browser asks for and what goes wrong in it.
type watch struct {
	mu       sync.Mutex
	requests []string
	trouble  []string
}

func (w *watch) see(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		w.requests = append(w.requests, e.Request.URL)
	case *runtime.EventExceptionThrown:
		w.trouble = append(w.trouble, e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		w.trouble = append(w.trouble, fmt.Sprintf("console.%s %v", e.Type, e.Args))
	case *log.EventEntryAdded:
		w.trouble = append(w.trouble, fmt.Sprintf("%s: %s", e.Entry.Level, e.Entry.Text))
	}
}

// open starts Chromium, or skips the test.
func open(t *testing.T) (context.Context, *watch) {
	t.Helper()
	path := ""
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skipf("none of %s is installed", strings.Join(names, ", "))
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU)
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 3*time.Minute)
	t.Cleanup(cancel)
	w := &watch{}
	chromedp.ListenTarget(ctx, w.see)
	if err := chromedp.Run(ctx, network.Enable(), log.Enable()); err != nil {
		t.Fatal(err)
	}
	return ctx, w
}

// do runs actions.
func do(t *testing.T, ctx context.Context, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// value returns what an expression comes to in the page.
func value[T any](t *testing.T, ctx context.Context, expression string) (v T) {
	t.Helper()
	do(t, ctx, chromedp.Evaluate(expression, &v))
	return v
}

// until waits until an expression is true in the page.
func until(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	if err := chromedp.Run(ctx, chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(20*time.Second))); err != nil {
		t.Fatalf("%s: %v; the summary is %q", expression, err, value[string](t, ctx, `document.getElementById("summary").textContent`))
	}
}

const summary = `document.getElementById("summary").textContent`

// says waits for a text in the summary, when the page has no question open.
func says(t *testing.T, ctx context.Context, text string) {
	t.Helper()
	until(t, ctx, fmt.Sprintf(`%s.includes(%q) && !document.body.classList.contains("busy")`, summary, text))
}

// TestPage uses the page as a person would, by its keyboard.
func TestPage(t *testing.T) {
	ctx, w := open(t)
	address, end := command(t)
	do(t, ctx, emulation.SetDeviceMetricsOverride(1280, 1000, 1, false), chromedp.Navigate(address))
	says(t, ctx, "orders: never recovers; without retries it recovers in")
	if n := value[int](t, ctx, `document.querySelectorAll("canvas").length`); n != 2 {
		t.Errorf("%d plots, want 2", n)
	}

	t.Run("mend", func(t *testing.T) {
		typed(t, ctx, "spec", "    quota: {}")
		says(t, ctx, "orders: recovers in")
	})
	t.Run("error", func(t *testing.T) {
		typed(t, ctx, "spec", "\n    quotta: 1")
		until(t, ctx, `[...document.querySelectorAll("#spec-findings button.error")].some((b) => b.textContent.includes("unknown field"))`)
		text := value[string](t, ctx, `document.querySelector("#spec-findings button").textContent`)
		if !strings.HasPrefix(text, "error, line 6, column 5: unknown ") {
			t.Errorf("finding %q", text)
		}
		if line := value[string](t, ctx, `document.querySelector("[data-editor=spec] .gutter .error").textContent`); line != "6" {
			t.Errorf("line %s is marked", line)
		}
		do(t, ctx, chromedp.Focus("#spec-findings button"), chromedp.KeyEvent(kb.Enter))
		if at := value[string](t, ctx, `document.activeElement.id + ":" + document.activeElement.value.slice(document.activeElement.selectionStart)`); at != "spec:quotta: 1" {
			t.Errorf("the finding leads to %q", at)
		}
		says(t, ctx, "The spec has errors")
		do(t, ctx, chromedp.SetValue("#spec", spec+"    quota: {}\n"), chromedp.Evaluate(`document.getElementById("spec").dispatchEvent(new Event("input"))`, nil))
		says(t, ctx, "orders: recovers in")
	})
	t.Run("compare", func(t *testing.T) {
		do(t, ctx, chromedp.Focus("#compare"), chromedp.KeyEvent(" "))
		says(t, ctx, "The other version: never recovers")
		if n := value[int](t, ctx, `document.querySelectorAll("#figures-head th").length`); n != 4 {
			t.Errorf("%d columns, want 4", n)
		}
	})
	t.Run("slider", func(t *testing.T) {
		do(t, ctx, chromedp.Focus(`input[type=range][aria-label^="Capacity"]`), chromedp.KeyEvent(kb.ArrowRight))
		until(t, ctx, `document.getElementById("capacity_per_s").value === "1001" && !document.body.classList.contains("busy")`)
		do(t, ctx, chromedp.KeyEvent(kb.ArrowLeft))
		until(t, ctx, `[...document.querySelectorAll("#words li")].some((l) => l.textContent.includes("1000 requests/s"))`)
	})
	t.Run("address", func(t *testing.T) {
		before := value[string](t, ctx, summary)
		do(t, ctx, chromedp.Reload())
		says(t, ctx, "The other version: never recovers")
		if after := value[string](t, ctx, summary); after != before {
			t.Errorf("after a reload %q, before %q", after, before)
		}
	})
	t.Run("save", func(t *testing.T) { saved(t, ctx) })
	t.Run("scenarios", func(t *testing.T) {
		for scenario, want := range map[string]string{"flaky": "of the calls succeed", "contention": "have written the row", "spike": "recovers", "outage": "recovers"} {
			do(t, ctx, chromedp.Evaluate(fmt.Sprintf(`{const s = document.getElementById("scenario"); s.value = %q; s.dispatchEvent(new Event("change"));}`, scenario), nil))
			says(t, ctx, want)
			until(t, ctx, fmt.Sprintf(`document.querySelector("#words li").textContent.startsWith(%q)`, scenario))
		}
		do(t, ctx, chromedp.Evaluate(`{const s = document.getElementById("scenario"); s.value = "brownout"; s.dispatchEvent(new Event("change"));}`, nil))
		says(t, ctx, "The other version: never recovers")
	})
	t.Run("names", func(t *testing.T) { named(t, ctx) })
	t.Run("schemes", func(t *testing.T) { schemes(t, ctx) })

	w.mu.Lock()
	defer w.mu.Unlock()
	for _, url := range w.requests {
		if !strings.HasPrefix(url, address) && !strings.HasPrefix(url, "data:") {
			t.Errorf("the page asks for %.100s", url)
		}
	}
	for _, trouble := range w.trouble {
		t.Errorf("in the browser: %s", trouble)
	}
	if err := end(); err != nil {
		t.Errorf("an interrupt ends the command with %v", err)
	}
}

// typed types text at the end of an editor.
func typed(t *testing.T, ctx context.Context, id, text string) {
	t.Helper()
	do(t, ctx, chromedp.Focus("#"+id), chromedp.Evaluate(fmt.Sprintf(`{const a = document.getElementById(%q); a.setSelectionRange(a.value.length, a.value.length);}`, id), nil))
	do(t, ctx, chromedp.KeyEvent(strings.ReplaceAll(text, "\n", kb.Enter)))
}

// saved presses the buttons that save files.
func saved(t *testing.T, ctx context.Context) {
	dir := t.TempDir()
	do(t, ctx, browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(dir).WithBrowserContextID(chromedp.FromContext(ctx).BrowserContextID))
	for button, file := range map[string]struct{ name, begin string }{
		"#save-svg": {"simulation.svg", "<svg "}, "#save-csv": {"simulation.csv", "time_s,policy_calls,"},
	} {
		do(t, ctx, chromedp.Focus(button), chromedp.KeyEvent(kb.Enter))
		var text []byte
		for range 100 {
			if text, _ = os.ReadFile(filepath.Join(dir, file.name)); len(text) > 0 {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if !bytes.HasPrefix(text, []byte(file.begin)) {
			t.Errorf("%s has %.40q", file.name, text)
		}
	}
}

// named looks for what a screen reader could not name.
func named(t *testing.T, ctx context.Context) {
	type text struct{ Value string }
	var tree struct {
		Nodes []struct {
			Ignored    bool
			Role, Name text
		}
	}
	do(t, ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		var raw jsontext.Value // the driver knows not all words of newer browsers
		if err := cdp.Execute(ctx, "Accessibility.getFullAXTree", nil, &raw); err != nil {
			return err
		}
		return json.Unmarshal(raw, &tree)
	}))
	roles := map[string]int{}
	for _, n := range tree.Nodes {
		if n.Ignored {
			continue
		}
		switch role := n.Role.Value; role {
		case "textbox", "slider", "spinbutton", "combobox", "button", "checkbox", "image", "region", "table", "link":
			roles[role]++
			if n.Name.Value == "" {
				t.Errorf("a %s has no name", role)
			}
		}
	}
	for _, role := range []string{"textbox", "slider", "spinbutton", "combobox", "button", "checkbox", "image", "table"} {
		if roles[role] == 0 {
			t.Errorf("there is no %s", role)
		}
	}
}

// schemes looks at both color schemes, wide and narrow.
func schemes(t *testing.T, ctx context.Context) {
	grounds := map[string]string{}
	for _, scheme := range []string{"light", "dark"} {
		do(t, ctx, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
		for _, width := range []int64{1280, 768, 380} {
			do(t, ctx, emulation.SetDeviceMetricsOverride(width, 1000, 1, false), chromedp.Sleep(400*time.Millisecond))
			if got := value[int64](t, ctx, `document.documentElement.scrollWidth`); got > width {
				t.Errorf("%s: the page is %d wide in a window of %d", scheme, got, width)
			}
			picture(t, ctx, scheme, width)
		}
		grounds[scheme] = value[string](t, ctx, `getComputedStyle(document.body).backgroundColor`)
		for _, pair := range value[[]contrast](t, ctx, contrasts) {
			if ratio := pair.ratio(); ratio < 4.5 {
				t.Errorf("%s: %s on %s has a contrast of %.1f only", scheme, pair.Text, pair.Ground, ratio)
			}
		}
	}
	if grounds["light"] == grounds["dark"] {
		t.Errorf("both schemes have the ground %s", grounds["light"])
	}
}

// contrasts are the colors of texts and lines on the grounds, as red, green and
// blue.
const contrasts = `(() => {
  const probe = document.createElement("span");
  document.body.append(probe);
  const rgb = (name) => { probe.style.color = "var(" + name + ")"; return getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).map(Number); };
  const all = [];
  for (const text of ["--ink", "--soft", "--focus", "--bad", "--warn", "--attempts", "--successes", "--other", "--calls"])
    for (const ground of ["--ground", "--raised"]) {
      if (text === "--calls" && ground === "--raised") continue; // a line, next to its name
      all.push({text, ground, a: rgb(text), b: rgb(ground)});
    }
  probe.remove();
  return all;
})()`

type contrast struct {
	Text, Ground string
	A, B         [3]float64
}

// ratio is the contrast of WCAG 2.
func (c contrast) ratio() float64 {
	luminance := func(rgb [3]float64) float64 {
		for i, v := range rgb {
			if v /= 255; v <= 0.04045 {
				rgb[i] = v / 12.92
			} else {
				rgb[i] = math.Pow((v+0.055)/1.055, 2.4)
			}
		}
		return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2]
	}
	a, b := luminance(c.A), luminance(c.B)
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// picture takes a picture of the page: of the window for the documents, with
// -update, and of all of it into the directory of the variable PICTURES.
func picture(t *testing.T, ctx context.Context, scheme string, width int64) {
	var shot []byte
	do(t, ctx, chromedp.Evaluate(`window.scrollTo(0, 0)`, nil), chromedp.Sleep(100*time.Millisecond))
	if *update && width == 1280 {
		do(t, ctx, chromedp.CaptureScreenshot(&shot))
		if err := os.WriteFile(filepath.Join("..", "..", "docs", "simulate-page-"+scheme+".png"), shot, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if dir := os.Getenv("PICTURES"); dir != "" {
		do(t, ctx, chromedp.FullScreenshot(&shot, 100))
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.png", scheme, width)), shot, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
