package gopkg

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/buildtag"
)

// build is how the go command is asked about packages: its tags, separated by
// commas, and environment variables, separated by spaces. Where one is empty,
// the user's own settings count.
type build struct{ tags, env string }

func (b build) environment() []string { return strings.Fields(b.env) }

func (b build) arguments() []string {
	if b.tags == "" {
		return nil
	}
	return []string{"-tags=" + b.tags}
}

// findBuild finds the build that meets the constraint of a target, nearest to
// the one that the user has set.
func findBuild(ctx context.Context, t *Target) (build, error) {
	asked := build{tags: t.Tags}
	if t.Build == nil {
		return asked, nil
	}
	user, err := userPlatform(ctx, moduleRoot(t.Dir), t.Tags)
	if err != nil {
		return asked, err
	}
	near, _ := user.Nearest(t.Build) // the schema refuses what no build meets
	return asked.differing(user, near), nil
}

// userPlatform returns the platform that the go command builds for in dir. Tags
// replace the tags of GOFLAGS.
func userPlatform(ctx context.Context, dir, tags string) (buildtag.Platform, error) {
	out, err := goCommand(ctx, dir, "env", "-json", "GOOS", "GOARCH", "CGO_ENABLED", "GOFLAGS")
	if err != nil {
		return buildtag.Platform{}, err
	}
	var env struct{ GOOS, GOARCH, CGO_ENABLED, GOFLAGS string }
	if err := json.Unmarshal(out, &env); err != nil {
		return buildtag.Platform{}, fmt.Errorf("go env: %w", err)
	}
	p := buildtag.Platform{GOOS: env.GOOS, GOARCH: env.GOARCH, Cgo: env.CGO_ENABLED == "1"}
	for flag := range strings.FieldsSeq(env.GOFLAGS) {
		if set, ok := strings.CutPrefix("-"+strings.TrimLeft(flag, "-"), "-tags="); ok && tags == "" {
			tags = set
		}
	}
	p.Tags = slices.DeleteFunc(strings.Split(tags, ","), func(tag string) bool { return tag == "" })
	return p, nil
}

// differing returns the build for a platform that is near the user's: what
// differs is set.
func (b build) differing(user, near buildtag.Platform) build {
	if !slices.Equal(user.Tags, near.Tags) {
		b.tags = strings.Join(near.Tags, ",")
	}
	var env []string
	if near.GOOS != user.GOOS {
		env = append(env, "GOOS="+near.GOOS)
	}
	if near.GOARCH != user.GOARCH {
		env = append(env, "GOARCH="+near.GOARCH)
	}
	if near.Cgo != user.Cgo {
		env = append(env, map[bool]string{true: "CGO_ENABLED=1", false: "CGO_ENABLED=0"}[near.Cgo])
	}
	b.env = strings.Join(env, " ")
	return b
}
