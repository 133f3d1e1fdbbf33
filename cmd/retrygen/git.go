package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
)

// revisionOf loads the specs that a path had in a version of the repository
// around it. Git only reads.
func revisionOf(ctx context.Context, revision, arg string) (*side, error) {
	tree, err := treeOf(ctx, revision)
	if err != nil {
		return nil, err
	}
	root, deep := rootOf(arg)
	files, err := tree.files(filepath.ToSlash(relative(root)))
	if err != nil {
		return nil, err
	}
	s := &side{}
	for _, file := range files.specs(filepath.ToSlash(relative(root)), deep) {
		if files[file.path] >= maxSpecSize {
			return nil, fmt.Errorf("%s of %q in git is longer than a spec may be", file.path, revision)
		}
		text, err := tree.read(file.path)
		if err != nil {
			return nil, err
		}
		s.single = s.single || file.path == filepath.ToSlash(relative(root))
		s.add(file.name, gitPrefix+revision+":"+fromHere(file.path), text, tree.beside(file.path))
	}
	return s, nil
}

// gitTree is the files of a commit.
type gitTree struct {
	ctx      context.Context
	commit   string
	revision string // as it was named
}

// treeOf returns the files of a revision. No name of one begins with "-", which
// git would take for a flag.
func treeOf(ctx context.Context, revision string) (gitTree, error) {
	if revision == "" || strings.HasPrefix(revision, "-") {
		return gitTree{}, fmt.Errorf("%q is no version in git", revision)
	}
	commit, err := git(ctx, "rev-parse", "--verify", "--quiet", revision+"^{commit}")
	if err != nil {
		return gitTree{}, fmt.Errorf("find the version %q in git: %w", revision, err)
	}
	return gitTree{ctx, strings.TrimSpace(string(commit)), revision}, nil
}

// files returns the regular files at or below root, which is relative to the
// current directory, as they are named from there.
func (t gitTree) files(root string) (treeFiles, error) {
	listing, err := git(t.ctx, "ls-tree", "-r", "-l", "-z", t.commit, "--", root)
	if err != nil {
		return nil, fmt.Errorf("list the files of %q in git: %w", t.revision, err)
	}
	files := treeFiles{}
	for entry := range strings.SplitSeq(string(listing), "\x00") {
		kind, name, ok := strings.Cut(entry, "\t")
		if ok && strings.HasPrefix(kind, "100") {
			files[name] = sizeIn(kind)
		}
	}
	return files, nil
}

func (t gitTree) read(file string) ([]byte, error) {
	text, err := git(t.ctx, "cat-file", "blob", t.commit+":"+fromHere(file))
	if err != nil {
		return nil, fmt.Errorf("read %s of %q in git: %w", file, t.revision, err)
	}
	return text, nil
}

// next to returns a reader of the regular files of the tree, by their names
// relative to a spec in it.
func (t gitTree) beside(spec string) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		target := path.Join(path.Dir(spec), name)
		files, err := t.files(target)
		if err != nil {
			return nil, err
		}
		switch size, ok := files[target]; {
		case !ok:
			return nil, fmt.Errorf("%s is no file of %q in git", finding.Quote(target), t.revision)
		case size >= maxSpecSize:
			return nil, fmt.Errorf("%s of %q in git is longer than a file may be", finding.Quote(target), t.revision)
		}
		return t.read(target)
	}
}

// sizeIn returns the size in the first column of an entry, "MODE blob ID SIZE".
func sizeIn(kind string) int64 {
	fields := strings.Fields(kind)
	size, err := strconv.ParseInt(fields[len(fields)-1], 10, 64)
	if err != nil {
		return math.MaxInt64
	}
	return size
}

// fromHere returns a path that git takes as relative to the current directory.
func fromHere(file string) string {
	if strings.HasPrefix(file, "../") {
		return file
	}
	return "./" + file
}

// treeFiles is the sizes of files by path.
type treeFiles map[string]int64

// treeFile is a file by its path, and by its name from a root on.
type treeFile struct{ path, name string }

// specs returns the specs that root stands for, by path: root itself, those in
// it, and, if deep, those below it in the same module.
func (f treeFiles) specs(root string, deep bool) []treeFile {
	var specs []treeFile
	for _, file := range slices.Sorted(maps.Keys(f)) {
		name, err := filepath.Rel(filepath.FromSlash(root), filepath.FromSlash(file))
		name = filepath.ToSlash(name)
		switch inside := path.Dir(name); {
		case err != nil:
		case name == ".":
			specs = append(specs, treeFile{file, path.Base(file)})
		case hasSpecSuffix(name) && (inside == "." || deep && !f.leftOut(root, inside)):
			specs = append(specs, treeFile{file, name})
		}
	}
	return specs
}

// leftOut reports whether a directory below root is, or lies in, one that
// "..." leaves out.
func (f treeFiles) leftOut(root, dir string) bool {
	for ; dir != "."; dir = path.Dir(dir) {
		_, module := f[path.Join(root, dir, "go.mod")]
		if module || skippedName(path.Base(dir)) {
			return true
		}
	}
	return false
}

// git runs git in the current directory and returns what it prints.
func git(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	var trouble bytes.Buffer
	cmd.Stderr = &trouble
	output, err := cmd.Output()
	switch said := strings.TrimSpace(trouble.String()); {
	case err == nil:
		return output, nil
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("the command git is not installed")
	case said != "":
		return nil, errors.New(said)
	default:
		return nil, errors.New("there is none")
	}
}
