package locate

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// Module is a main module.
type Module struct {
	environment *Environment
	// Root is the directory of the go.mod.
	Root     string
	path     string
	vendored bool
	others   []required
	dirs     map[string]found // what Dir has answered
}

// required is a module that the main module needs, and where it is.
type required struct{ path, dir string }

type found struct {
	dir, path string
	err       error
}

// NewModule returns the main module with the go.mod in root.
func (e *Environment) NewModule(root string) (*Module, error) {
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, uncertain("no go.mod in %s", root)
	}
	file, err := modfile.Parse("go.mod", data, nil)
	if err != nil || file.Module == nil {
		return nil, uncertain("the go.mod in %s cannot be read", root)
	}
	if file.Go == nil || minorOf(file.Go.Version) < 17 || minorOf(file.Go.Version) >= e.minor+1 {
		return nil, uncertain("the go.mod in %s is for another release", root)
	}
	if file.Toolchain != nil && minorOf(strings.TrimPrefix(file.Toolchain.Name, "go")) > e.minor {
		return nil, uncertain("the go.mod in %s is for another release", root)
	}
	if hasWorkspace(root) {
		return nil, uncertain("%s is in a workspace", root)
	}
	if p := file.Module.Mod.Path; p == "std" || p == "cmd" {
		return nil, uncertain("%s is the standard library", root)
	}
	m := &Module{environment: e, Root: root, path: file.Module.Mod.Path, dirs: map[string]found{}}
	if info, err := os.Stat(filepath.Join(root, "vendor", "modules.txt")); err == nil && info.Mode().IsRegular() {
		m.vendored = true
		return m, nil
	}
	for _, r := range file.Require {
		dir, err := m.moduleDir(file, r.Mod)
		if err != nil {
			return nil, err
		}
		m.others = append(m.others, required{r.Mod.Path, dir})
	}
	return m, nil
}

// hasWorkspace reports whether a go.work is in use at root.
func hasWorkspace(root string) bool {
	switch setting := settings("GOWORK")["GOWORK"]; setting {
	case "off":
		return false
	case "":
	default:
		return true
	}
	for dir := root; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, "go.work")); err == nil {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

// moduleDir returns the directory of a required module.
func (m *Module) moduleDir(file *modfile.File, mod module.Version) (string, error) {
	for _, r := range file.Replace {
		if r.Old.Path != mod.Path || (r.Old.Version != "" && r.Old.Version != mod.Version) {
			continue
		}
		if r.New.Version != "" {
			mod = r.New
			break
		}
		dir := filepath.FromSlash(r.New.Path)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(m.Root, dir)
		}
		return dir, nil
	}
	escaped, err := module.EscapePath(mod.Path)
	if err != nil {
		return "", uncertain("module %s", mod.Path)
	}
	version, err := module.EscapeVersion(mod.Version)
	if err != nil {
		return "", uncertain("module %s", mod.Path)
	}
	return filepath.Join(m.environment.modCache, filepath.FromSlash(escaped)+"@"+version), nil
}

// PathOf returns the import path of the package in a directory of the module.
func (m *Module) PathOf(dir string) (string, error) {
	below, err := filepath.Rel(m.Root, dir)
	if err != nil || !filepath.IsLocal(below) {
		return "", uncertain("%s is outside of the module", dir)
	}
	if !isWithin(m.Root, dir) {
		return "", uncertain("%s is in another module", dir)
	}
	return path.Join(m.path, filepath.ToSlash(below)), nil
}

// isWithin reports whether no module begins between root and dir, and no
// symbolic link leads there.
func isWithin(root, dir string) bool {
	for dir != root && len(dir) > len(root) {
		if _, err := os.Lstat(filepath.Join(dir, "go.mod")); err == nil {
			return false
		}
		if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
			return false
		}
		dir = filepath.Dir(dir)
	}
	return dir == root
}

// Dir returns the directory of the package that a package of the build imports
// by a path, and its own path, which differs for what the standard library has
// vendored.
func (m *Module) Dir(importer, imported string) (dir, path string, err error) {
	isStdVendored := IsStd(importer) && !m.owns(importer) && !IsStd(imported)
	key := imported
	if isStdVendored {
		key = "vendor/" + imported
	}
	f, ok := m.dirs[key]
	if !ok {
		f.path = key
		if isStdVendored {
			f.dir, f.err = m.stdDir(key)
		} else {
			f.dir, f.err = m.find(imported)
		}
		m.dirs[key] = f
	}
	return f.dir, f.path, f.err
}

// IsStd reports whether a path can be one of the standard library, whose first
// element has no dot.
func IsStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// owns reports whether a path begins with that of the module.
func (m *Module) owns(path string) bool { return path == m.path || strings.HasPrefix(path, m.path+"/") }

func (m *Module) stdDir(path string) (string, error) {
	dir := filepath.Join(m.environment.GOROOT, "src", filepath.FromSlash(path))
	if !isDir(dir) {
		return "", uncertain("package %s is not found", path)
	}
	return dir, nil
}

// find returns the directory of a package.
func (m *Module) find(imported string) (string, error) {
	if IsStd(imported) && !m.owns(imported) {
		return m.stdDir(imported)
	}
	var dirs []string
	for _, other := range m.candidates() {
		below, ok := strings.CutPrefix(imported+"/", other.path+"/")
		if !ok {
			continue
		}
		dir := filepath.Join(other.dir, filepath.FromSlash(below))
		if isDir(dir) && isWithin(filepath.Clean(other.dir), dir) && hasGoFiles(dir) {
			dirs = append(dirs, dir)
		}
	}
	if m.vendored && !m.owns(imported) {
		if dir := filepath.Join(m.Root, "vendor", filepath.FromSlash(imported)); isDir(dir) && hasGoFiles(dir) {
			dirs = append(dirs, dir)
		}
	}
	if len(dirs) != 1 {
		return "", uncertain("package %s is in %d modules", imported, len(dirs))
	}
	return dirs[0], nil
}

// candidates returns the modules that can hold a package.
func (m *Module) candidates() []required {
	return append([]required{{m.path, m.Root}}, m.others...)
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func hasGoFiles(dir string) bool {
	names, err := goFiles(dir)
	return err == nil && len(names) > 0
}
