package soak

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var calls = flag.Int("calls", 20_000, "calls to make; ten million are a soak")

// callers make calls at a time, each over a connection that is kept.
const callers = 32

// TestSoak: every call gets its own answer whatever the server does, connections
// are used again, and nothing is left at the end.
func TestSoak(t *testing.T) {
	goroutines := runtime.NumGoroutine()
	server := newFaulty(t)
	transport := &http.Transport{MaxIdleConnsPerHost: callers}
	client := &http.Client{Transport: NewFetcher(transport)}
	half := make(chan uint64, 1)
	start := time.Now()
	lost := callAll(client, server.listener.Addr().String(), half)
	took := time.Since(start)
	grown := int64(heap()) - int64(<-half)

	client.CloseIdleConnections()
	server.listener.Close()
	server.conns.Wait()
	for range 100 { // the goroutines of the transport end on their own
		if runtime.NumGoroutine() <= goroutines {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if lost != nil || server.served.Load() < int64(*calls) {
		t.Errorf("lost calls, such as %v; %d served", lost, server.served.Load())
	}
	if reused := 1 - float64(server.made.Load())/float64(server.requests.Load()); reused < 0.99 {
		t.Errorf("connections are used again in %.2f %% of the requests", 100*reused)
	}
	if now := runtime.NumGoroutine(); now > goroutines || server.open.Load() > 0 {
		t.Errorf("%d goroutines of %d and %d connections are left", now, goroutines, server.open.Load())
	}
	if grown > 1<<20 {
		t.Errorf("the heap has grown by %d KiB in the second half", grown>>10)
	}
	if retries := server.requests.Load() - int64(*calls); retries < int64(*calls)/50 {
		t.Errorf("%d retries: the server is not faulty", retries)
	}
	t.Logf("%d calls, %d requests, %d connections, heap %+d KiB in the second half, %v",
		*calls, server.requests.Load(), server.made.Load(), grown>>10, took.Round(time.Second))
}

// callAll makes the calls and returns an error of one that failed. Halfway it
// sends the size of the heap.
func callAll(client *http.Client, address string, half chan<- uint64) error {
	var next atomic.Int64
	var failure atomic.Pointer[error]
	var workers sync.WaitGroup
	for range callers {
		workers.Go(func() {
			for {
				n := int(next.Add(1))
				if n > *calls {
					return
				}
				if n == *calls/2 {
					half <- heap()
				}
				if err := call(client, "http://"+address+"/", n); err != nil {
					failure.Store(&err)
				}
			}
		})
	}
	workers.Wait()
	if err := failure.Load(); err != nil {
		return *err
	}
	return nil
}

// call makes a call and checks its answer.
func call(client *http.Client, url string, n int) error {
	response, err := client.Get(url + strconv.Itoa(n))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if want := "call " + strconv.Itoa(n); err != nil || string(body) != want {
		return fmt.Errorf("call %d: %d %q, %w", n, response.StatusCode, body, err)
	}
	return nil
}

// heap returns the bytes in use after a collection.
func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
