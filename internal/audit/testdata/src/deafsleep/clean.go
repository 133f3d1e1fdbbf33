package deafsleep

import (
	"context"
	"io"
	"log"
	"time"
)

func listens(ctx context.Context) error {
	for {
		err := send(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Second):
		}
	}
}

func noContext() error {
	var err error
	for range 3 {
		if err = send(nil); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func background() error {
	ctx := context.Background()
	for {
		err := send(ctx)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func poll(ctx context.Context) error {
	for {
		text, err := get(ctx)
		if err != nil {
			return err
		}
		if text == "ready" {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func patientPoll(ctx context.Context) {
	for {
		text, err := get(ctx)
		if err == nil && text == "ready" {
			return
		}
		time.Sleep(time.Second)
	}
}

func daemon(ctx context.Context) {
	for {
		if err := send(ctx); err != nil {
			log.Print(err)
		}
		time.Sleep(time.Minute)
	}
}

func daemonWithRest(ctx context.Context) {
	for {
		err := send(ctx)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
	}
}

func throttle(ctx context.Context, items []string) error {
	for range items {
		if err := send(ctx); err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	return nil
}

func eachItem(ctx context.Context, items []string) {
	for i := 0; i < len(items); i++ {
		if err := deliver(ctx, items[i]); err != nil {
			time.Sleep(time.Second)
			continue
		}
		break
	}
}

func deliver(context.Context, string) error { return nil }

func firstThatWorks(ctx context.Context, hosts []string) error {
	for _, host := range hosts {
		if err := deliver(ctx, host); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return io.EOF
}

func cleanup(ctx context.Context) error {
	defer func() {
		for range 3 {
			if err := send(context.WithoutCancel(ctx)); err == nil {
				return
			}
			time.Sleep(time.Second)
		}
	}()
	return send(ctx)
}

func ownContext() error {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err := send(ctx)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func unnamed(_ context.Context) error {
	for {
		err := send(nil)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func sleepsOutside(ctx context.Context) error {
	time.Sleep(time.Second)
	return send(ctx)
}

func reads(ctx context.Context, r io.Reader, buffer []byte) error {
	for {
		_, err := r.Read(buffer)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
	}
}
