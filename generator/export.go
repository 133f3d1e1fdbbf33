package generator

import (
	"fmt"
	"go/importer"
	"go/types"
	"io"
	"os"
)

// export returns the importer of the compiler's export data.
func (l *loaded) export() types.Importer {
	if l.exported == nil {
		l.exported = importer.ForCompiler(l.fset, "gc", l.openExport)
	}
	return l.exported
}

// openExport opens the compiler's export data of a package.
func (l *loaded) openExport(path string) (io.ReadCloser, error) {
	listed := l.paths[path]
	if listed == nil || listed.ExportFile == "" {
		return nil, fmt.Errorf("no export data for %s", path)
	}
	return os.Open(listed.ExportFile)
}
