package generator

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
)

// renderFile emits a file and formats it, each declaration once. The imports
// are known after that.
func renderFile(file *fileModel) ([]byte, error) {
	e := &emitter{file: file, imports: file.imports}
	var body bytes.Buffer
	context := jen.NewFile(file.packageName)
	for declaration := range e.declarations {
		body.WriteByte('\n')
		if err := jen.Add(declaration).RenderWithFile(&body, context); err != nil {
			return nil, notGo(file)
		}
		body.WriteByte('\n')
	}
	var head bytes.Buffer
	if err := fileHead(file).Render(&head); err != nil {
		return nil, notGo(file)
	}
	return slices.Concat(head.Bytes(), body.Bytes()), nil
}

func notGo(file *fileModel) error {
	return fmt.Errorf("retrygen bug: the code for %s is not valid Go", file.path)
}

// fileHead returns what stands before the declarations.
func fileHead(file *fileModel) *jen.File {
	head := jen.NewFile(file.packageName)
	head.HeaderComment(Marker + file.specFile + ". DO NOT EDIT.")
	for _, line := range documentLines(file.packageDoc) {
		head.PackageComment(line)
	}
	if block := importBlock(file.imports); block != nil {
		head.Add(block)
	}
	return head
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
