package main

import (
	"io"
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"
)

// defaultWidth is the width of what is no terminal.
const defaultWidth = 80

// screen is what text is printed on.
type screen struct {
	width int
	ascii bool
}

func screenOf(out io.Writer, ascii bool) screen {
	s := screen{width: defaultWidth, ascii: ascii || !localeIsUTF8()}
	if file, ok := out.(*os.File); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
			s.width = width
		}
	}
	return s
}

// localeIsUTF8 follows the order in which the variables of a locale are asked.
func localeIsUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := os.Getenv(name); value != "" {
			folded := strings.ToLower(value)
			return strings.Contains(folded, "utf-8") || strings.Contains(folded, "utf8")
		}
	}
	return runtime.GOOS == "windows" || runtime.GOOS == "darwin"
}
