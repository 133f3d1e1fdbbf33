package simulate

import (
	"encoding/json"
	"math"
	"strconv"
)

// Number is a number of a report: at most nine significant digits, no exponent.
type Number float64

// MarshalJSON implements [json.Marshaler].
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n.String()), nil }

// String returns the number in decimal.
func (n Number) String() string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(float64(n), 'g', 9, 64), 64)
	if err != nil || math.IsNaN(rounded) || math.IsInf(rounded, 0) {
		return "0" // no figure is: quotients of nothing are 0
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

var _ json.Marshaler = Number(0)

// Figure is a number over the seeds.
type Figure struct {
	Mean Number `json:"mean"`
	// SD is the standard deviation of one seed; 0 of one seed.
	SD Number `json:"sd"`
	// CI95 is the interval of the mean in which it lies with 95 %, by Student's
	// law; nil of one seed.
	CI95 *[2]Number `json:"ci95"`
}

// figure returns the figure of the values of the seeds.
func figure(values []float64) *Figure {
	n := float64(len(values))
	if n == 0 {
		return nil
	}
	sum, squares := 0.0, 0.0
	for _, v := range values {
		sum += v
	}
	mean := sum / n
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	f := &Figure{Mean: Number(mean)}
	if n > 1 {
		sd := math.Sqrt(squares / (n - 1))
		half := student(int(n)-1) * sd / math.Sqrt(n)
		f.SD, f.CI95 = Number(sd), &[2]Number{Number(mean - half), Number(mean + half)}
	}
	return f
}

// student returns the 97.5 % quantile of Student's law: tabled for few degrees of
// freedom, then by the expansion of Cornish and Fisher, which is right to three
// digits from three on.
func student(freedom int) float64 {
	switch freedom {
	case 1:
		return 12.7062
	case 2:
		return 4.30265
	}
	const z = 1.959963985
	n := float64(freedom)
	z3, z5, z7 := z*z*z, math.Pow(z, 5), math.Pow(z, 7)
	return z + (z3+z)/(4*n) + (5*z5+16*z3+3*z)/(96*n*n) + (3*z7+19*z5+17*z3-15*z)/(384*n*n*n)
}
