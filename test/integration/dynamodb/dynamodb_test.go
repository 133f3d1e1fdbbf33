package dynamodb

import (
	"context"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"github.com/retrygen/retrygen/test/integration/flaky"
)

type fake struct {
	ClientAPI
	*flaky.Script
}

func (f fake) GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	return nil, f.Next()
}

func TestRetries(t *testing.T) {
	ctx := context.Background()
	flaky.Check(t, func(s *flaky.Script) error {
		c := NewRetrying(fake{Script: s})
		_, err := c.GetItem(ctx, nil)
		return err
	}, []error{
		&types.ProvisionedThroughputExceededException{},
		&smithy.GenericAPIError{Code: "ThrottlingException"},
	}, []error{
		&types.ConditionalCheckFailedException{},
		&smithy.GenericAPIError{Code: "ValidationException"},
	})
}
