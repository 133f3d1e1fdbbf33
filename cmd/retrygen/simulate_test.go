package main

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// simulations are commands whose reports have all keys, null or not.
var simulations = [][]string{
	{"simulate", "testdata/schemas.retry.yaml", "charge", "--format", "json", "--scenario", "spike", "--clients", "2", "--spike", "5",
		"--capacity", "50", "--timeout", "750ms", "--seeds", "3", "--search", "--against", "testdata/schemas.retry.yaml"},
	{"simulate", "testdata/schemas.retry.yaml", "charge", "--format", "json", "--clients", "1", "--rate", "2", "--seeds", "1"},
	{"simulate", "testdata/schemas.retry.yaml", "charge", "--format", "json", "--scenario", "flaky", "--clients", "2", "--seeds", "2"},
	{"simulate", "testdata/schemas.retry.yaml", "charge", "--format", "json", "--scenario", "brownout", "--clients", "2", "--capacity", "30", "--seeds", "2"},
	{"simulate", "testdata/schemas.retry.yaml", "charge", "--format", "json", "--scenario", "contention", "--clients", "5", "--seeds", "2"},
}

// TestSimulationsRepeat: the same seeds give the same bytes, and no number has
// more than nine digits or an exponent.
func TestSimulationsRepeat(t *testing.T) {
	for _, args := range simulations {
		var first, again, trouble bytes.Buffer
		if code := run(args, nil, &first, &trouble); code != exitOK {
			t.Fatalf("%q: exit code %d: %s", args, code, trouble.String())
		}
		if run(args, nil, &again, &trouble); !bytes.Equal(first.Bytes(), again.Bytes()) {
			t.Errorf("%q: the same seeds give other bytes", args)
		}
		checkNumbers(t, first.Bytes())
	}
}

// checkNumbers: numbers have at most nine digits and no exponent.
func checkNumbers(t *testing.T, text []byte) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	for {
		token, err := decoder.Token()
		if err != nil {
			return
		}
		number, ok := token.(json.Number)
		if !ok {
			continue
		}
		value, err := number.Float64()
		digits := strings.Trim(strings.ReplaceAll(strings.TrimLeft(number.String(), "-"), ".", ""), "0")
		if err != nil || math.IsInf(value, 0) || len(digits) > 9 || strings.ContainsAny(number.String(), "eE") {
			t.Errorf("number %s", number)
		}
	}
}
