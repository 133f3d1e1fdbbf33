package service

const (
	awsRetries = "AWS SDKs and Tools Reference Guide, Retry behavior"
	awsErrors  = "AWS general reference, Common errors"
)

var aws = Table{
	Name: "aws", System: "AWS",
	Retry: append([]Row{
		{code(notSent,
			"BandwidthLimitExceeded", "EC2ThrottledException", "LimitExceededException", "PriorRequestNotComplete",
			"ProvisionedThroughputExceededException", "RequestLimitExceeded", "RequestThrottled", "RequestThrottledException",
			"SlowDown", "ThrottledException", "Throttling", "ThrottlingException", "TooManyRequestsException",
			"TransactionInProgressException"),
			"the request was throttled", awsRetries},
		{status(notSent, 429), "the request was throttled", awsRetries},
		{code(unknown, "RequestTimeout", "RequestTimeoutException"), "the service did not receive all of the request in time", awsRetries},
		{code(unknown, "InternalError", "InternalFailure", "InternalServerError", "InternalServerException", "ServiceUnavailable", "ServiceUnavailableException"),
			"the service had an error", awsErrors},
		{status(unknown, 500, 502, 503, 504), "the service had an error", awsRetries},
	}, connection...),
	Final: []Row{
		{code(undone, "AccessDenied", "AccessDeniedException", "ExpiredToken", "ExpiredTokenException", "InvalidClientTokenId", "SignatureDoesNotMatch", "UnrecognizedClientException"),
			"a permission is missing, or the credentials are wrong", awsErrors},
		{code(undone, "ValidationError", "ValidationException", "InvalidParameterValue", "MalformedQueryString"), "the request is wrong", awsErrors},
		{code(undone, "ConditionalCheckFailedException"), "the condition of the write is not met", "Amazon DynamoDB developer guide, Error handling"},
		{code(undone, "ResourceNotFoundException", "NoSuchKey", "NoSuchBucket"), "the resource does not exist", awsErrors},
	},
}
