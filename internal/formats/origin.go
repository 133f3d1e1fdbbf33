package formats

import "github.com/retrygen/retrygen/internal/policy"

// grpcKeys are the keys of the parameters in a retry policy of gRPC.
var grpcKeys = map[policy.Parameter]string{
	policy.Attempts: "maxAttempts", policy.First: "initialBackoff", policy.Cap: "maxBackoff", policy.Factor: "backoffMultiplier",
}

// The systems whose policies the words of another one carry.
var (
	grpcOrigin  = policy.Origin{System: "gRPC", Keys: grpcKeys}
	gapicOrigin = policy.Origin{System: "gapic", Keys: grpcKeys}
	awsOrigin   = policy.Origin{System: "the AWS SDKs", Keys: map[policy.Parameter]string{
		policy.Attempts: "max_attempts", policy.First: "the first wait", policy.Cap: "the longest wait",
	}}
	stepFunctionsOrigin = policy.Origin{
		System: "Step Functions",
		Keys: map[policy.Parameter]string{
			policy.Attempts: "MaxAttempts", policy.First: "IntervalSeconds", policy.Cap: "MaxDelaySeconds",
			policy.Factor: "BackoffRate", policy.Jitters: "JitterStrategy",
		},
		JitterHint: "write JitterStrategy: FULL",
	}
)
