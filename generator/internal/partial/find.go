package partial

import "slices"

// find returns the declaration of a name that is no method, or nil. Only files in
// which the name may be declared are parsed.
func (p *Program) find(pkg *Package, n declName) *declaration {
	if found, known := pkg.found[n]; known && (found == nil || !p.query.Hidden(found.file.name)) {
		return found
	}
	for _, f := range p.visible(pkg) {
		if f.syntax == nil && !mayDeclare(f.content(), n.name) {
			continue
		}
		f.parse(p.fset)
		if found := f.decls[n]; found != nil {
			pkg.found[n] = found
			return found
		}
	}
	return nil
}

// visible returns the files of a package that are not hidden.
func (p *Program) visible(pkg *Package) []*file {
	var files []*file
	for _, f := range pkg.files {
		if !p.query.Hidden(f.name) {
			files = append(files, f)
		}
	}
	return files
}

// receivers returns the names that a receiver of the type may have: its own, and
// the names of its aliases.
func (p *Program) receivers(pkg *Package, declared string) []string {
	if known, ok := pkg.aliases[declared]; ok {
		return known
	}
	all := []string{declared}
	for i := 0; i < len(all); i++ {
		for _, f := range p.visible(pkg) {
			for _, alias := range aliasesIn(f.content(), all[i]) {
				if !slices.Contains(all, alias) {
					all = append(all, alias)
				}
			}
		}
	}
	pkg.aliases[declared] = all
	return all
}
