package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// errNoModule is what moduleRoot wraps where there is no module.
var errNoModule = errors.New("no go.mod in the directory or above it; \"go mod init\" makes one")

// moduleRoot returns the directory of the go.mod that dir belongs to.
func moduleRoot(dir string) (string, error) {
	at, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("find the module of %s: %w", dir, err)
	}
	for {
		if info, err := os.Stat(filepath.Join(at, "go.mod")); err == nil && info.Mode().IsRegular() {
			return at, nil
		}
		parent := filepath.Dir(at)
		if parent == at {
			return "", fmt.Errorf("%s: %w", dir, errNoModule)
		}
		at = parent
	}
}
