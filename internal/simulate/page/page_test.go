package page

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/simulate"
	"github.com/retrygen/retrygen/schema"
)

const spec = `version: 1
policies:
  read:
    httpx: {total: 2}
  write:
    httpx: {total: 1}
    quota: {}
`

// served starts a page and returns its address with the token.
func served(t *testing.T) string {
	t.Helper()
	o := simulate.Options{Model: simulate.Default(), Seeds: simulate.Seeds{First: 1, Count: 1}}
	o.Model.Clients = 2
	p := New(Config{Options: o, Spec: spec, Policy: "read", Load: func(text []byte) (*schema.Spec, finding.List) {
		return schema.Load("test.retry.yaml", text)
	}})
	server := httptest.NewServer(p.Handler())
	t.Cleanup(server.Close)
	return server.URL + "/" + p.token + "/"
}

// send sends a request and returns the status and the body of the answer.
func send(t *testing.T, r *http.Request) (int, string) {
	t.Helper()
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.Header.Get("Content-Security-Policy") != contentPolicy {
		t.Errorf("%s has no content security policy", r.URL)
	}
	return response.StatusCode, string(body)
}

func get(t *testing.T, url string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func post(t *testing.T, url, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return r
}

// TestGuards: nothing is served without the token, to another site, or by another
// name of this machine.
func TestGuards(t *testing.T) {
	address := served(t)
	root := address[:strings.LastIndex(strings.TrimSuffix(address, "/"), "/")+1]
	for name, test := range map[string]struct {
		request *http.Request
		change  func(*http.Request)
		want    int
	}{
		"page":            {get(t, address), nil, 200},
		"typed":           {get(t, address), func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "none") }, 200},
		"license":         {get(t, address+"uPlot.LICENSE"), nil, 200},
		"no token":        {get(t, root), nil, 404},
		"other token":     {get(t, root+"AAAAAAAAAAAAAAAAAAAAAAAAAA/start"), nil, 404},
		"other name":      {get(t, address), func(r *http.Request) { r.Host = "attacker.example" }, 403},
		"other site":      {get(t, address), func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		"same site":       {get(t, address), func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") }, 403},
		"other origin":    {post(t, address+"simulate", "{}"), func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:1") }, 403},
		"simple request":  {post(t, address+"simulate", "{}"), func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 415},
		"no JSON":         {post(t, address+"simulate", "{"), nil, 400},
		"unknown key":     {post(t, address+"simulate", `{"path": "/etc/passwd"}`), nil, 400},
		"too long":        {post(t, address+"simulate", `{"spec": "`+strings.Repeat("a", maxBody)+`"}`), nil, 400},
		"wrong method":    {get(t, address+"simulate"), nil, 404},
		"outside":         {get(t, address+"../../page.go"), nil, 404},
		"other directory": {get(t, address+"..%2f..%2fpage.go"), nil, 404},
	} {
		if test.change != nil {
			test.change(test.request)
		}
		if got, body := send(t, test.request); got != test.want {
			t.Errorf("%s: status %d, want %d: %.80s", name, got, test.want, body)
		}
	}
}

// TestListen: only this machine is listened on.
func TestListen(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0", "example.org:0", "[::]:0"} {
		if _, err := Listen(t.Context(), address); !errors.Is(err, ErrNotLoopback) {
			t.Errorf("%s: %v", address, err)
		}
	}
	l, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
}

// ask changes what the page begins with and asks for it.
func ask(t *testing.T, address string, change func(map[string]any)) answer {
	t.Helper()
	_, text := send(t, get(t, address+"start"))
	var q map[string]any
	if err := json.Unmarshal([]byte(text), &q); err != nil {
		t.Fatal(err)
	}
	change(q)
	body, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	status, text := send(t, post(t, address+"simulate", string(body)))
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, text)
	}
	var a answer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return a
}

func TestAnswer(t *testing.T) {
	address := served(t)
	a := ask(t, address, func(map[string]any) {})
	if a.Error != "" || len(a.Findings) != 0 || len(a.Report.Simulations) != 2 || a.Report.Simulations[0].Policy != "read" {
		t.Errorf("answer %+v", a)
	}
	if len(a.Waits) != 1 || len(a.Waits[0]) != 2 || !strings.HasPrefix(a.SVG, "<svg") || strings.Count(a.CSV, "\n") != 121 {
		t.Errorf("waits %v, picture %.20q, table %.80q", a.Waits, a.SVG, a.CSV)
	}

	a = ask(t, address, func(q map[string]any) { q["policy"], q["against"] = "write", spec })
	if len(a.Report.Simulations) != 3 || a.Report.Simulations[0].Policy != "write" || len(a.Waits) != 2 {
		t.Errorf("with another version: %+v", a.Report)
	}

	a = ask(t, address, func(q map[string]any) { q["spec"] = "version: 1\npolicies:\n  read:\n    httpx: {totl: 2}\n" })
	if a.Report != nil || len(a.Findings) != 1 || a.Findings[0].Line != 4 || a.Findings[0].Column != 13 || a.Findings[0].Severity != "error" {
		t.Errorf("findings %+v", a.Findings)
	}

	a = ask(t, address, func(q map[string]any) { q["against"] = "nonsense" })
	if a.Report != nil || len(a.AgainstFindings) == 0 || len(a.Findings) != 0 {
		t.Errorf("findings %+v, %+v", a.Findings, a.AgainstFindings)
	}
}

// TestBounds: what would take too long, or makes no sense, is an error.
func TestBounds(t *testing.T) {
	address := served(t)
	for want, change := range map[string]func(map[string]any){
		"the page simulates at most": func(q map[string]any) { q["model"].(map[string]any)["clients"] = 90_000 },
		"--clients":                  func(q map[string]any) { q["model"].(map[string]any)["clients"] = 1_000_000_000 },
		"--duration":                 func(q map[string]any) { q["model"].(map[string]any)["duration_s"] = 1e30 },
		"--fault-at":                 func(q map[string]any) { q["model"].(map[string]any)["fault_at_s"] = -1e30 },
		"--scenario":                 func(q map[string]any) { q["scenario"] = "<b>" },
		"--seeds":                    func(q map[string]any) { q["seeds"] = map[string]any{"first": 1, "count": 0} },
	} {
		if a := ask(t, address, change); !strings.Contains(a.Error, want) || a.Report != nil {
			t.Errorf("error %q, want one about %q", a.Error, want)
		}
	}
}
