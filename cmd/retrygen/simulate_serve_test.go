package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/internal/simulate"
)

// TestServe: the first line is the address of the page, which is served until the
// command is interrupted.
func TestServe(t *testing.T) {
	spec := filepath.Join(t.TempDir(), "pay.retry.yaml")
	if err := os.WriteFile(spec, []byte("version: 1\npolicies:\n  charge: {exosphere: {max_retries: 2}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		command := &tool{stdin: strings.NewReader(""), stdout: in, stderr: io.Discard}
		o := simulateOptions{Options: simulate.Options{Model: simulate.Default(), Seeds: simulate.Seeds{First: 1, Count: 1}}, format: "text", serveOn: anyPort}
		ended <- command.simulate(ctx, []string{spec}, &o, false)
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSpace(line)+"start", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || response.StatusCode != http.StatusOK || !bytes.Contains(body, []byte(`"policy": "charge"`)) {
		t.Errorf("status %d, %v: %s", response.StatusCode, err, body)
	}
	interrupt()
	if err := <-ended; err != nil {
		t.Errorf("ended with %v", err)
	}
}
