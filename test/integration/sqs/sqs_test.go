package sqs

import (
	"context"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/smithy-go"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	ClientAPI
	*flaky.Script
}

func (f fake) ReceiveMessage(context.Context, *sqs.ReceiveMessageInput, ...func(*sqs.Options)) (*sqs.ReceiveMessageOutput, error) {
	return nil, f.Next()
}

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.ReceiveMessage(ctx, nil)
		return err
	}, []error{
		&smithy.GenericAPIError{Code: "RequestThrottled"},
		&smithy.GenericAPIError{Code: "ServiceUnavailable"},
	}, []error{
		&smithy.GenericAPIError{Code: "AccessDenied"},
	})
}
