// Command naive does without the guards of retrygen what retrygen does: it
// decodes YAML into Go values, or rewrites a file in place for ever. The tests
// that retrygen passes must fail with it.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"gopkg.in/yaml.v3"
)

func main() {
	if len(os.Args) > 1 {
		rewrite(os.Args[1])
	}
	text, err := io.ReadAll(os.Stdin)
	if err == nil {
		var value any
		err = yaml.Unmarshal(text, &value)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// rewrite writes contents of which each is one letter, all the same length.
func rewrite(name string) {
	for letter := 'a'; ; letter = 'a' + (letter-'a'+1)%26 {
		if err := os.WriteFile(name, []byte(strings.Repeat(string(letter), 4<<20)), 0o644); err != nil {
			panic(err)
		}
	}
}
