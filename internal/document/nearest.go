package document

import "strings"

// maxName bounds the bytes of the names that [Nearest] compares.
const maxName = 64

// Nearest returns the candidate that name was most likely meant to be, and
// whether there is one. Case, "_" and "-" do not count as differences; of the
// rest, about a third of the letters may differ. Of several equally near
// candidates, the one that begins most like the name wins, then the first.
// Names of more than 64 bytes are near to none.
func Nearest(name string, candidates []string) (string, bool) {
	if len(name) > maxName {
		return "", false
	}
	best, found := "", false
	wanted, least, most := Fold(name), maxName, 0
	for _, candidate := range candidates {
		if len(candidate) > maxName {
			continue
		}
		folded := Fold(candidate)
		d, common := distance(wanted, folded), commonPrefix(wanted, folded)
		longer := max(len(wanted), len(folded))
		isNear := d <= max(1, (longer+1)/3) && d < max(1, longer)
		if isNear && (d < least || d == least && common > most) {
			best, found, least, most = candidate, true, d, common
		}
	}
	return best, found
}

// commonPrefix returns with how many equal bytes a and b begin.
func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

var folder = strings.NewReplacer("_", "", "-", "")

// Fold returns name as [Nearest] compares it.
func Fold(name string) string { return strings.ToLower(folder.Replace(name)) }

// distance returns how many letters must be added, removed, replaced or
// swapped with their neighbour to make b of a (optimal string alignment).
func distance(a, b string) int {
	var before, last, row []int
	last = make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row = make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
