package generator_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/generator"
)

// sdkModule is an SDK whose client reads the key of a call from a copied
// runtime, which is generated later.
var sdkModule = map[string]string{
	"go.mod": "module acme.test/pay\n\ngo 1.26\n",
	"pay.go": `package pay

import (
	"context"
	"errors"

	"acme.test/pay/client/retry"
)

type Client struct{ Keys []string }

func (c *Client) Charge(ctx context.Context, cents int) error {
	c.Keys = append(c.Keys, retry.IdempotencyKey(ctx))
	if cents == 0 {
		return retry.Prune(errors.New("nothing to charge"))
	}
	return errors.New("down")
}
`,
	"pay.retry.yaml": `version: 1
output: client/
runtime: copy
policies:
  charge: {prodigy: {attempts: 3, initial_delay: 1ms}}
clients:
  Retrying: {wraps: "*Client", methods: {Charge: {policy: charge, idempotency: keyed}}}
`,
}

// sdkUser is a program in another module that uses the SDK.
const sdkUser = `package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"acme.test/pay"
	"acme.test/pay/client"
	"acme.test/pay/client/retry"
)

func main() {
	plain := &pay.Client{}
	retrying := client.NewRetrying(plain, retry.WithMaxAttempts(2), retry.WithBackoff(retry.Backoff{}))
	err := retrying.Charge(context.Background(), 1)
	gaveUp, _ := errors.AsType[*retry.RetryError](err)
	fmt.Println(gaveUp.Attempts, gaveUp.Reason, plain.Keys[0] == plain.Keys[1] && plain.Keys[0] != "")
	fmt.Println(retrying.Charge(retry.WithIdempotencyKey(context.Background(), "mine"), 0), plain.Keys[2])
	fmt.Println(retry.RequeueAfter(time.Second))
}
`

// TestSDKFromOutside builds a program that uses an SDK with a copied runtime,
// in two modules and without a module proxy.
func TestSDKFromOutside(t *testing.T) {
	dir := module(t, sdkModule)
	results := generate(t, dir, "pay.retry.yaml")
	if len(results[0].Findings) > 0 {
		t.Fatal(results[0].Findings)
	}
	for _, file := range results[0].Files {
		name, err := filepath.Rel(dir, file.Path)
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, map[string]string{name: string(file.Content)})
	}
	license, err := os.ReadFile(filepath.Join(dir, "client", "retry", generator.LicenseFile))
	if err != nil || !strings.Contains(string(license), "Apache License") {
		t.Errorf("the license is missing: %v", err)
	}
	user := module(t, map[string]string{
		"go.mod":  "module user.test\n\ngo 1.26\n\nrequire acme.test/pay v0.0.0\n\nreplace acme.test/pay => " + dir + "\n",
		"main.go": sdkUser,
	})
	run := exec.Command("go", "run", ".")
	run.Dir = user
	run.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod")
	out, err := run.CombinedOutput()
	if want := "2 attempts used up true\nnothing to charge mine\nrequeue after 1s\n"; err != nil || string(out) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
}

// TestKeyThatNobodyCanRead refuses keys that the wrapped package cannot read.
func TestKeyThatNobodyCanRead(t *testing.T) {
	files := map[string]string{
		"go.mod":                  sdkModule["go.mod"],
		"pay.go":                  "package pay\n\nimport \"context\"\n\ntype Client struct{}\n\nfunc (*Client) Charge(ctx context.Context, cents int) error { return nil }\n",
		"app/internal/doc.go":     "package internal\n",
		"app/internal/retry.yaml": strings.Replace(sdkModule["pay.retry.yaml"], `"*Client"`, `"*acme.test/pay.Client"`, 1),
	}
	findings := generate(t, module(t, files), "app/internal/retry.yaml")[0].Findings
	if len(findings) != 1 || findings[0].Pointer != "/clients/Retrying/methods/Charge/idempotency" || !findings.HasErrors() {
		t.Errorf("%v", findings)
	}
}
