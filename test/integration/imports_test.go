package integration

// The packages that the specs name, so that the module requires them.
import (
	_ "github.com/aws/aws-sdk-go-v2/service/s3"
	_ "github.com/redis/go-redis/v9"
	_ "google.golang.org/grpc/health/grpc_health_v1"
)
