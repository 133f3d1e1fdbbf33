package pods

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	retry "github.com/retrygen/retrygen/runtime"
)

// apiServer is as much of an API server as the test needs: it refuses the first
// requests, and then has every pod.
type apiServer struct {
	mu       sync.Mutex
	refusals int
	status   metav1.Status
	requests int
}

func (s *apiServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests++
	isRefused := s.requests <= s.refusals
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	switch {
	case isRefused:
		w.WriteHeader(int(s.status.Code))
		write(w, s.status)
	case r.URL.Query().Get("watch") != "":
		sendEvents(w, r)
	default:
		write(w, pod(r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]))
	}
}

func write(w http.ResponseWriter, v any) { _ = json.NewEncoder(w).Encode(v) }

func pod(name string) corev1.Pod {
	return corev1.Pod{TypeMeta: metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"}, ObjectMeta: metav1.ObjectMeta{Name: name}}
}

// sendEvents sends an event now and then, until the client goes.
func sendEvents(w http.ResponseWriter, r *http.Request) {
	for i := 0; ; i++ {
		write(w, metav1.WatchEvent{Type: string(watch.Added), Object: raw(pod(fmt.Sprint("pod-", i)))})
		w.(http.Flusher).Flush()
		select {
		case <-r.Context().Done():
			return
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func raw(v any) runtime.RawExtension {
	text, _ := json.Marshal(v)
	return runtime.RawExtension{Raw: text}
}

// open returns a client of a server that refuses requests with a status.
func open(t *testing.T, refusals int, reason metav1.StatusReason, code int32, opts ...retry.Option) (kubernetes.Interface, *apiServer) {
	t.Helper()
	s := &apiServer{refusals: refusals, status: metav1.Status{
		TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Status: metav1.StatusFailure, Reason: reason, Code: code,
	}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	config := &rest.Config{Host: server.URL, QPS: -1, ContentConfig: rest.ContentConfig{ContentType: "application/json"}}
	clientset, err := kubernetes.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	return NewRetryingClient(clientset, opts...), s
}

func TestGet(t *testing.T) {
	for _, c := range []struct {
		reason   metav1.StatusReason
		code     int32
		requests int
	}{
		{metav1.StatusReasonServiceUnavailable, 503, 3},
		{metav1.StatusReasonTooManyRequests, 429, 3},
		{metav1.StatusReasonInternalError, 500, 3},
		{metav1.StatusReasonNotFound, 404, 1},
		{metav1.StatusReasonForbidden, 403, 1},
	} {
		clientset, s := open(t, 2, c.reason, c.code)
		pod, err := clientset.CoreV1().Pods("shop").Get(t.Context(), "web", metav1.GetOptions{})
		switch {
		case s.requests != c.requests:
			t.Errorf("%s: %d requests, want %d", c.reason, s.requests, c.requests)
		case c.requests == 1 && apierrors.ReasonForError(err) != c.reason:
			t.Errorf("%s: %v", c.reason, err)
		case c.requests > 1 && (err != nil || pod.Name != "web"):
			t.Errorf("%s: %v, %v", c.reason, pod, err)
		}
	}
}

// TestCreate shows what unsafe means: a request that was refused is sent again,
// and one that failed in the server is not.
func TestCreate(t *testing.T) {
	for reason, requests := range map[metav1.StatusReason]int{metav1.StatusReasonTooManyRequests: 3, metav1.StatusReasonInternalError: 1} {
		clientset, s := open(t, 2, reason, map[bool]int32{true: 429, false: 500}[requests == 3])
		object := pod("web")
		_, err := clientset.CoreV1().Pods("shop").Create(t.Context(), &object, metav1.CreateOptions{})
		if s.requests != requests || (err == nil) != (requests == 3) {
			t.Errorf("%s: %d requests, want %d: %v", reason, s.requests, requests, err)
		}
	}
}

// TestOthers calls a client that is returned as it is.
func TestOthers(t *testing.T) {
	clientset, s := open(t, 2, metav1.StatusReasonServiceUnavailable, 503)
	if _, err := clientset.CoreV1().Secrets("shop").Get(t.Context(), "key", metav1.GetOptions{}); err == nil || s.requests != 1 {
		t.Errorf("%d requests: %v", s.requests, err)
	}
}

// TestWatch watches for longer than an attempt may take.
func TestWatch(t *testing.T) {
	clientset, s := open(t, 2, metav1.StatusReasonServiceUnavailable, 503, retry.WithAttemptTimeout(200*time.Millisecond))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w, err := clientset.CoreV1().Pods("shop").Watch(ctx, metav1.ListOptions{})
	if err != nil || s.requests != 3 {
		t.Fatalf("%d requests: %v", s.requests, err)
	}
	defer w.Stop()
	begun := time.Now()
	for i := range 15 {
		event, ok := <-w.ResultChan()
		if !ok || event.Type != watch.Added || event.Object.(*corev1.Pod).Name != fmt.Sprint("pod-", i) {
			t.Fatalf("after %v: event %d is %v", time.Since(begun), i, event)
		}
	}
	if took := time.Since(begun); took < 500*time.Millisecond {
		t.Errorf("the watch took %v, want more than two attempts may take", took)
	}
	cancel()
	for range w.ResultChan() { // ends
	}
}
