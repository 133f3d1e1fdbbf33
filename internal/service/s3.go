package service

const (
	s3Errors  = "Amazon S3 API reference, Error responses: list of error codes"
	minioPath = "github.com/minio/minio-go/v*"
)

var s3 = Table{
	Name: "s3", System: "Amazon S3 and compatible stores",
	Retry: append([]Row{
		{code(notSent, "SlowDown", "ThrottlingException", "TooManyRequests", "Throttling"), "the request was throttled", s3Errors},
		{code(undone, "OperationAborted"), "a conflicting operation is in progress", s3Errors},
		{code(unknown, "InternalError", "ServiceUnavailable"), "the service had an error", s3Errors},
		{code(unknown, "RequestTimeout"), "the service did not receive all of the request in time", s3Errors},
		{status(notSent, 429), "the request was throttled", s3Errors},
		{status(unknown, 500, 502, 503, 504), "the service had an error", s3Errors},
		{field(notSent, minioPath, "ErrorResponse", "Code", "SlowDown", "SlowDownRead", "SlowDownWrite", "TooManyRequests"), "the request was throttled", "github.com/minio/minio-go/v7, retry.go"},
		{field(unknown, minioPath, "ErrorResponse", "Code", "InternalError", "ServiceUnavailable", "RequestTimeout"), "the service had an error", "github.com/minio/minio-go/v7, retry.go"},
		{statusField(unknown, minioPath, "ErrorResponse", "StatusCode", 500, 502, 503, 504), "the service had an error", "github.com/minio/minio-go/v7, retry.go"},
	}, connection...),
	Final: []Row{
		{code(undone, "NoSuchKey", "NoSuchBucket", "NoSuchUpload", "NoSuchVersion", "NotFound"), "the object does not exist", s3Errors},
		{code(undone, "AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken"), "a permission is missing, or the credentials are wrong", s3Errors},
		{code(undone, "PreconditionFailed", "BucketAlreadyExists", "BucketAlreadyOwnedByYou", "EntityTooLarge", "InvalidArgument", "BadDigest"), "the request is wrong", s3Errors},
		{field(undone, minioPath, "ErrorResponse", "Code", "NoSuchKey", "NoSuchBucket", "NoSuchUpload", "AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "PreconditionFailed"),
			"the request is wrong, or the object does not exist", "github.com/minio/minio-go/v7, api-error-response.go"},
	},
}
