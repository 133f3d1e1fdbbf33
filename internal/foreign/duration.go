package foreign

import (
	"math/big"
	"strings"
	"time"
)

// One is the least rate of growth of systems that never shorten a wait.
var One = big.NewRat(1, 1)

// ParseProto returns a duration of proto JSON that fits, such as "1.5s".
func ParseProto(s string) (time.Duration, bool) {
	if !ProtoDuration().MatchString(s) {
		return 0, false
	}
	d, err := time.ParseDuration(s)
	return d, err == nil
}

// DecimalSeconds writes seconds as proto JSON does, to the nanosecond.
func DecimalSeconds(seconds *big.Rat) string {
	text := seconds.FloatString(9)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + "s"
}

// ProtoSeconds writes a duration as proto JSON does.
func ProtoSeconds(d time.Duration) string { return DecimalSeconds(big.NewRat(int64(d), 1e9)) }
