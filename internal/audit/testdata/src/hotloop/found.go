package hotloop

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"os"
)

func send(context.Context) error          { return nil }
func get(context.Context) (string, error) { return "", nil }

var errGone = errors.New("gone")

func endless(ctx context.Context) {
	for { // want `endless: the loop retries send after every error, with neither a wait nor a bound`
		if err := send(ctx); err == nil {
			return
		}
	}
}

func continued(ctx context.Context) string {
	for { // want `RA105`
		text, err := get(ctx)
		if err != nil {
			continue
		}
		return text
	}
}

func logged(ctx context.Context) string {
	for { // want `RA105`
		text, err := get(ctx)
		if err != nil {
			log.Printf("again: %v", err)
			continue
		}
		return text
	}
}

func condition(ctx context.Context) {
	err := send(ctx)
	for err != nil { // want `RA105`
		err = send(ctx)
	}
}

func compared(ctx context.Context) {
	for send(ctx) != nil { // want `RA105`
	}
}

func withBreak(url string) *http.Response {
	var resp *http.Response
	var err error
	for { // want `RA105`
		resp, err = http.Get(url)
		if err == nil {
			break
		}
	}
	return resp
}

func dial(address string) net.Conn {
	for { // want `RA105`
		conn, err := net.Dial("tcp", address)
		if err != nil {
			log.Print(err)
		} else {
			return conn
		}
	}
}

func oneErrorEnds(ctx context.Context) error {
	for { // want `RA105`
		err := send(ctx)
		if err == nil {
			return nil
		}
		if errors.Is(err, errGone) {
			return err
		}
	}
}

func comparedError(ctx context.Context) error {
	for { // want `RA105`
		err := send(ctx)
		if err == nil || err == errGone {
			return err
		}
	}
}

func countsOnly(ctx context.Context) int {
	tries := 0
	for { // want `RA105`
		tries++
		if send(ctx) == nil {
			return tries
		}
	}
}

func switched(ctx context.Context) error {
	for { // want `RA105`
		switch err := send(ctx); {
		case err == nil:
			return nil
		case errors.Is(err, io.EOF):
			return err
		}
	}
}

func remove(name string) {
	for { // want `RA105`
		err := os.Remove(name)
		if err == nil {
			return
		}
	}
}

func twoSteps(ctx context.Context) string {
	for { // want `RA105`
		if err := send(ctx); err != nil {
			continue
		}
		text, err := get(ctx)
		if err != nil {
			continue
		}
		return text
	}
}

func value(ctx context.Context, f func(context.Context) error) {
	for { // want `RA105`
		if f(ctx) == nil {
			return
		}
	}
}
