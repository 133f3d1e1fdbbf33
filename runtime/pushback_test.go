package retry

import (
	"errors"
	"math"
	"testing"
	"time"
)

func TestPushback(t *testing.T) {
	failed := errors.New("failed")
	for _, c := range []struct {
		values []string
		wait   time.Duration
		final  bool
	}{
		{nil, 0, false},
		{[]string{"50"}, 50 * time.Millisecond, false},
		{[]string{"0"}, 1, false},
		{[]string{"9223372036854775807"}, math.MaxInt64 / time.Millisecond * time.Millisecond, false},
		{[]string{"-1"}, 0, true},
		{[]string{"soon"}, 0, true},
		{[]string{"1.5"}, 0, true},
		{[]string{"10", "20"}, 0, true},
		{[]string{"9223372036854775808"}, 0, true},
	} {
		err := Pushback(failed, c.values)
		h := read(err)
		if h.wait != c.wait || h.pruned != c.final || !errors.Is(err, failed) || err.Error() != "failed" {
			t.Errorf("%q: wait %v, final %v: %v", c.values, h.wait, h.pruned, err)
		}
	}
	if err := Pushback(nil, []string{"-1"}); err != nil {
		t.Errorf("a success became %v", err)
	}
}
