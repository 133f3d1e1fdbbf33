// Command naive does without the guards of retrygen what retrygen does: it
// decodes YAML into Go values, rewrites a file in place for ever, or fetches what
// an address names. The tests that retrygen passes must fail with it.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"gopkg.in/yaml.v3"
)

func main() {
	var err error
	switch len(os.Args) {
	case 1:
		err = decode()
	case 2:
		rewrite(os.Args[1])
	default:
		for _, address := range os.Args[2:] {
			err = errors.Join(err, fetch(address))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func decode() error {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	var value any
	return yaml.Unmarshal(text, &value)
}

// rewrite writes contents of which each is one letter, all the same length.
func rewrite(name string) {
	for letter := 'a'; ; letter = 'a' + (letter-'a'+1)%26 {
		if err := os.WriteFile(name, []byte(strings.Repeat(string(letter), 4<<20)), 0o644); err != nil {
			panic(err)
		}
	}
}

// fetch connects to what the address names, or opens it.
func fetch(address string) error {
	if host, remote := strings.CutPrefix(address, "http://"); remote {
		host, _, _ = strings.Cut(host, "/")
		connection, err := net.Dial("tcp", host)
		if err != nil {
			return err
		}
		return connection.Close()
	}
	file, err := os.Open(strings.TrimPrefix(address, "file://"))
	if err != nil {
		return err
	}
	return file.Close()
}
