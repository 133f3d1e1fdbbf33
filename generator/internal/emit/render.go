package emit

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// Render emits a file and formats it, each declaration once. The imports
// are known after that.
func Render(file *model.File) ([]byte, error) {
	e := &emitter{file: file, imports: file.Imports}
	var body bytes.Buffer
	context := jen.NewFile(file.PackageName)
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

func notGo(file *model.File) error {
	return fmt.Errorf("retrygen bug: the code for %s is not valid Go", file.Path)
}

// fileHead returns what stands before the declarations.
func fileHead(file *model.File) *jen.File {
	head := jen.NewFile(file.PackageName)
	head.HeaderComment(file.Header)
	if file.Build != nil {
		head.HeaderComment("//go:build " + file.Build.String())
	}
	for _, line := range documentLines(file.PackageDoc) {
		head.PackageComment(line)
	}
	if block := importBlock(file.Imports); block != nil {
		head.Add(block)
	}
	return head
}

// importBlock returns the import declaration, or nil if nothing is imported.
func importBlock(imports *model.Imports) jen.Code {
	var lines []jen.Code
	for i, group := range imports.Groups() {
		if i > 0 {
			lines = append(lines, jen.Line())
		}
		for _, line := range group {
			code := jen.Null()
			if line.Name != "" {
				code = jen.Id(line.Name)
			}
			lines = append(lines, code.Lit(line.Path))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return jen.Id("import").Custom(jen.Options{Open: "(", Close: ")", Multi: true}, lines...)
}
