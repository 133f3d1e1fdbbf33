package gopkg

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// fewBuilds is how many actions a build cache remembers that has hardly been
// used: listing a few hundred packages leaves as many. To take a cache for cold
// that is not costs a second, the other mistake half a minute.
const fewBuilds = 2048

// isBuildCacheCold reports whether the build cache of the go command is so empty
// that a list with export data would compile nearly all packages. In doubt it is
// not.
func isBuildCacheCold(ctx context.Context, dir string) bool {
	out, err := goCommand(ctx, dir, "env", "-json", "GOCACHE", "GOCACHEPROG")
	if err != nil {
		return false
	}
	var set struct{ GOCACHE, GOCACHEPROG string }
	if err := json.Unmarshal(out, &set); err != nil {
		return false
	}
	return set.GOCACHEPROG == "" && filepath.IsAbs(set.GOCACHE) && countActions(set.GOCACHE) < fewBuilds
}

// countActions returns how many actions a build cache remembers, but stops
// where they are many.
func countActions(dir string) int {
	count := 0
	for i := range 256 {
		const digits = "0123456789abcdef"
		count += countIn(filepath.Join(dir, string([]byte{digits[i/16], digits[i%16]})))
		if count >= fewBuilds {
			break
		}
	}
	return count
}

// countIn returns how many of the first files of a directory are for actions.
func countIn(dir string) int {
	d, err := os.Open(dir)
	if err != nil {
		return 0
	}
	defer d.Close()
	count := 0
	for {
		names, err := d.Readdirnames(fewBuilds)
		for _, name := range names {
			if strings.HasSuffix(name, "-a") {
				count++
			}
		}
		if err != nil || count >= fewBuilds {
			return count
		}
	}
}
