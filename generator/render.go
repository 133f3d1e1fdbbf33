package generator

import (
	"bytes"
	"fmt"

	"github.com/dave/jennifer/jen"
)

// renderFile emits a file and formats it, once.
func renderFile(file *fileModel) ([]byte, error) {
	e := &emitter{file: file, imports: file.imports}
	body := e.declarations()
	out := jen.NewFile(file.packageName)
	out.HeaderComment(Marker + file.specFile + ". DO NOT EDIT.")
	for _, line := range documentLines(file.packageDoc) {
		out.PackageComment(line)
	}
	if block := importBlock(file.imports); block != nil {
		out.Add(block)
	}
	for _, declaration := range body {
		out.Line().Add(declaration)
	}
	var b bytes.Buffer
	if err := out.Render(&b); err != nil {
		return nil, fmt.Errorf("retrygen bug: the code for %s is not valid Go", file.path)
	}
	return b.Bytes(), nil
}

// importBlock returns the import declaration, or nil if nothing is imported.
func importBlock(imports *importTable) jen.Code {
	var lines []jen.Code
	for i, group := range imports.groups() {
		if i > 0 {
			lines = append(lines, jen.Line())
		}
		for _, line := range group {
			code := jen.Null()
			if line.name != "" {
				code = jen.Id(line.name)
			}
			lines = append(lines, code.Lit(line.path))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return jen.Id("import").Custom(jen.Options{Open: "(", Close: ")", Multi: true}, lines...)
}
