package s3

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// endpoint answers with an error by plan, then with a listing or an object.
type endpoint struct {
	failures, calls int
	status          int
	failure         string
}

func (e *endpoint) Do(req *http.Request) (*http.Response, error) {
	e.calls++
	if req.Body != nil {
		_, _ = io.Copy(io.Discard, req.Body)
	}
	status, text := http.StatusOK, "hello"
	if req.URL.Query().Get("list-type") == "2" {
		text = `<ListBucketResult><KeyCount>1</KeyCount><Contents><Key>a</Key></Contents></ListBucketResult>`
	}
	if e.failures > 0 {
		e.failures--
		status, text = e.status, "<Error><Code>"+e.failure+"</Code></Error>"
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(text)), ContentLength: int64(len(text)), Request: req}, nil
}

func client(e *endpoint) *s3.Client {
	return s3.New(s3.Options{
		Region: "eu-central-1", HTTPClient: e, Retryer: aws.NopRetryer{},
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "key", SecretAccessKey: "secret"}, nil
		}),
	})
}

func TestGetObject(t *testing.T) {
	tests := []struct {
		name   string
		status int
		code   string
		calls  int
		fails  bool
	}{
		{"unavailable", 503, "SlowDown", 3, false},
		{"no such key", 404, "NoSuchKey", 1, true},
		{"denied", 403, "AccessDenied", 1, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := &endpoint{failures: 2, status: test.status, failure: test.code}
			out, err := NewRetryingStore(client(e)).GetObject(t.Context(), &s3.GetObjectInput{Bucket: aws.String("b"), Key: aws.String("k")})
			if (err != nil) != test.fails || e.calls != test.calls {
				t.Fatalf("get: %v after %d calls", err, e.calls)
			}
			var missing *types.NoSuchKey
			if test.code == "NoSuchKey" && !errors.As(err, &missing) {
				t.Errorf("error %v", err)
			}
			if err == nil {
				checkBody(t, out.Body)
			}
		})
	}
}

// checkBody reads a body, which must not end with the attempt.
func checkBody(t *testing.T, body io.ReadCloser) {
	defer body.Close()
	if text, err := io.ReadAll(body); string(text) != "hello" || err != nil {
		t.Errorf("body %q, %v", text, err)
	}
}

// TestPutObject demands that a body is not sent a second time after it was read.
func TestPutObject(t *testing.T) {
	e := &endpoint{failures: 1, status: 503, failure: "SlowDown"}
	_, err := NewRetryingStore(client(e)).PutObject(t.Context(), &s3.PutObjectInput{
		Bucket: aws.String("b"), Key: aws.String("k"), Body: strings.NewReader("x"),
	})
	if err == nil || e.calls != 1 {
		t.Errorf("put: %v after %d calls", err, e.calls)
	}
}

// TestPaginator hands the generated clients to the SDK's own paginator.
func TestPaginator(t *testing.T) {
	for name, wrap := range map[string]func(*s3.Client) s3.ListObjectsV2APIClient{
		"store":  func(c *s3.Client) s3.ListObjectsV2APIClient { return NewRetryingStore(c) },
		"lister": func(c *s3.Client) s3.ListObjectsV2APIClient { return NewRetryingLister(c) },
	} {
		t.Run(name, func(t *testing.T) {
			e := &endpoint{failures: 2, status: 500, failure: "InternalError"}
			pages := s3.NewListObjectsV2Paginator(wrap(client(e)), &s3.ListObjectsV2Input{Bucket: aws.String("b")})
			page, err := pages.NextPage(context.Background())
			if err != nil || len(page.Contents) != 1 || e.calls != 3 {
				t.Errorf("page %v, %v after %d calls", page, err, e.calls)
			}
		})
	}
}

// TestPresign demands that signing works as without the client around it.
func TestPresign(t *testing.T) {
	e := &endpoint{}
	signer := NewRetryingPresigner(s3.NewPresignClient(client(e)))
	req, err := signer.PresignGetObject(t.Context(), &s3.GetObjectInput{Bucket: aws.String("b"), Key: aws.String("k")})
	if err != nil || !strings.Contains(req.URL, "X-Amz-Signature=") || e.calls != 0 {
		t.Errorf("presigned %v, %v after %d calls", req, err, e.calls)
	}
}
