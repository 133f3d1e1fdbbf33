package partial

import "slices"

// find returns the declaration of a name, or of a method, or nil. Only files in
// which the name may be declared are parsed.
func (p *Program) find(pkg *Package, n declName) *declaration {
	if found, known := pkg.found[n]; known && (found == nil || !p.query.Hidden(found.file.name)) {
		return found
	}
	for _, f := range p.visible(pkg) {
		if f.syntax == nil {
			content, err := f.read()
			if err != nil {
				panic(doubt{err})
			}
			if !mayDeclare(content, n.name, n.receiver) {
				continue
			}
			f.parse(p.fset)
		}
		if found := f.decls[n]; len(found) > 0 {
			pkg.found[n] = found[0]
			return found[0]
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

// methods returns the methods of a type: all of them, or those of a shape.
func (p *Program) methods(pkg *Package, receiver string, all bool) []*declaration {
	var methods []*declaration
	for _, r := range p.receivers(pkg, receiver) {
		if !all {
			for _, m := range shapeMethods {
				if found := p.find(pkg, declName{m, r}); found != nil {
					methods = append(methods, found)
				}
			}
			continue
		}
		for _, f := range p.visible(pkg) {
			methods = append(methods, f.methodsOf(p, r)...)
		}
	}
	return methods
}

// methodsOf returns the methods that a file declares for a receiver.
func (f *file) methodsOf(p *Program, receiver string) []*declaration {
	if f.syntax == nil {
		content, err := f.read()
		if err != nil {
			panic(doubt{err})
		}
		if lastWord(content, receiver) < 0 {
			return nil
		}
		f.parse(p.fset)
	}
	var methods []*declaration
	for n, found := range f.decls {
		if n.receiver == receiver {
			methods = append(methods, found...)
		}
	}
	slices.SortFunc(methods, func(a, b *declaration) int { return int(a.Pos() - b.Pos()) })
	return methods
}

// receivers returns the names that a receiver of the type may have: its own, and
// those of its aliases.
func (p *Program) receivers(pkg *Package, declared string) []string {
	if known, ok := pkg.aliases[declared]; ok {
		return known
	}
	all := []string{declared}
	for i := 0; i < len(all); i++ {
		for _, f := range p.visible(pkg) {
			content, err := f.read()
			if err != nil {
				panic(doubt{err})
			}
			for _, alias := range aliasesIn(content, all[i]) {
				if !slices.Contains(all, alias) {
					all = append(all, alias)
				}
			}
		}
	}
	pkg.aliases[declared] = all
	return all
}
