package hotloop

import (
	"context"
	"errors"
	"io"
	"net"
	"strconv"
	"syscall"
	"time"

	"helper"
)

func bounded(ctx context.Context) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = send(ctx); err == nil {
			return nil
		}
	}
	return err
}

func counted(ctx context.Context) error {
	for n := 0; ; n++ {
		err := send(ctx)
		if err == nil {
			return nil
		}
		if n > 3 {
			return err
		}
	}
}

func checksContext(ctx context.Context) error {
	for {
		err := send(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

func checksFirst(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := send(ctx); err == nil {
			return nil
		}
	}
}

func whileContext(ctx context.Context) {
	for ctx.Err() == nil {
		if send(ctx) == nil {
			return
		}
	}
}

func sleeps(ctx context.Context) {
	for send(ctx) != nil {
		time.Sleep(time.Second)
	}
}

func waitsElsewhere(ctx context.Context) {
	for send(ctx) != nil {
		helper.Rest()
	}
}

func receives(ctx context.Context, ticks chan time.Time) {
	for send(ctx) != nil {
		<-ticks
	}
}

func interrupted(fd int, buffer []byte) (int, error) {
	for {
		n, err := syscall.Read(fd, buffer)
		if err == syscall.EINTR {
			continue
		}
		return n, err
	}
}

func onlyKnown(ctx context.Context) error {
	for {
		err := send(ctx)
		if err != nil && errors.Is(err, errGone) {
			continue
		}
		return err
	}
}

func temporary(l net.Listener) (net.Conn, error) {
	for {
		conn, err := l.Accept()
		if e, ok := err.(net.Error); ok && e.Timeout() {
			continue
		}
		return conn, err
	}
}

func drain(r io.Reader, buffer []byte) error {
	for {
		_, err := r.Read(buffer)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func parse(next func() string) int {
	for {
		n, err := strconv.Atoi(next())
		if err == nil {
			return n
		}
	}
}

func daemon(ctx context.Context) {
	for {
		_ = send(ctx)
	}
}

func signalled(ctx context.Context, stop chan struct{}) error {
	for {
		select {
		case <-stop:
			return nil
		default:
		}
		if err := send(ctx); err == nil {
			return nil
		}
	}
}

func compareAndSwap(load func() int, swap func(int) bool) {
	for {
		if swap(load()) {
			return
		}
	}
}

type logger struct{}

func (logger) Fatalf(format string, args ...any) {}

func fatal(ctx context.Context, log logger) string {
	for {
		text, err := get(ctx)
		if err != nil {
			log.Fatalf("%v", err)
			continue
		}
		return text
	}
}
