package gen_test

import (
	"errors"
	"fmt"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/gen"
)

// TestCoded asks errors of all codes what policies ask.
func TestCoded(t *testing.T) {
	failed := errors.New("failed")
	for code, want := range []string{
		"0 - - - - -", "0 - - - - -", "500 server - - - -", "400 - - - - -", "504 server timeout - - -", "404 - - - - -",
		"409 - - - - -", "403 - - - - -", "429 - - - safe throttling", "400 - - - - -", "409 - - - - -", "400 - - - - -",
		"501 server - - - -", "500 server - - - -", "503 server - network safe -", "500 server - - - -", "401 - - - - -", "0 - - - - -",
	} {
		err := gen.Coded(failed, uint32(code))
		word := func(is bool, word string) string {
			if is {
				return word
			}
			return "-"
		}
		got := fmt.Sprintf("%d %s %s %s %s %s", retry.Status(err), word(retry.IsServerFault(err), "server"), word(retry.IsTimeout(err), "timeout"),
			word(retry.IsNetwork(err), "network"), word(retry.IsRetrySafe(err), "safe"), word(retry.IsThrottling(err), "throttling"))
		if got != want {
			t.Errorf("code %d: %s, want %s", code, got, want)
		}
		if !errors.Is(err, failed) || err.Error() != "failed" || gen.Uncoded(err) != failed {
			t.Errorf("code %d: the error is lost: %v", code, err)
		}
	}
	if gen.Coded(nil, 14) != nil || gen.Uncoded(nil) != nil {
		t.Error("nil becomes an error")
	}
}
