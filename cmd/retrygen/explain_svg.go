package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// explainSVG draws the waits of one policy.
func explainSVG(out io.Writer, accounts []account) error {
	if len(accounts) != 1 {
		names := make([]string, len(accounts))
		for i, a := range accounts {
			names[i] = a.policy.Name
		}
		return fmt.Errorf("--format svg draws one policy: name one of %s", strings.Join(names, ", "))
	}
	if f := accounts[0].policy.BackoffFunc; f != nil {
		return fmt.Errorf("--format svg draws waits, and the Go function %s computes them", f)
	}
	if len(accounts[0].waits) == 0 {
		return errors.New("--format svg draws waits, and there are none")
	}
	image, err := newChart(&accounts[0]).SVG()
	if err != nil {
		return err
	}
	return printText(out, string(image))
}
