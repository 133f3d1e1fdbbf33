package aws

import (
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/policy"
)

var awsOrigin = policy.Origin{System: "the AWS SDKs", Keys: map[policy.Parameter]string{
	policy.Attempts: "max_attempts", policy.First: "the first wait", policy.Cap: "the longest wait",
}}

// awsFormat is the retry modes of the AWS SDKs.
type Format struct{}

// Name returns "aws".
func (Format) Name() string { return "aws" }

// Origin is the system, if the words of another one carry its policies.
func (Format) Origin() *policy.Origin { return &awsOrigin }

// Recognizes reports whether a file looks like one of the format.
func (Format) Recognizes(root *document.Node) bool { return isRetryMode(root) }

// Read adds the policies of a file.
func (Format) Read(r *foreign.Reading, root *document.Node) { readRetryMode(r, root) }

// ReadBlock adds a policy that stands alone.
func (Format) ReadBlock(r *foreign.Reading, v *document.Node) { readRetryMode(r, v) }
