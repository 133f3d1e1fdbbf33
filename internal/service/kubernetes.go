package service

import "github.com/retrygen/retrygen/internal/matcher"

const kubernetesReasons = "k8s.io/apimachinery/pkg/apis/meta/v1, StatusReason"

func statusReason(o matcher.Outcome, reasons ...string) matcher.Matcher {
	return field(o, "k8s.io/apimachinery/pkg/api/errors", "*StatusError", "ErrStatus.Reason", reasons...)
}

var kubernetes = Table{
	Name: "kubernetes", System: "Kubernetes",
	Retry: append([]Row{
		{statusReason(notSent, "TooManyRequests"), "the server is too busy to accept the request", kubernetesReasons},
		{statusReason(notSent, "ServiceUnavailable"), "the API is not available", kubernetesReasons},
		{statusReason(unknown, "ServerTimeout", "Timeout"), "the server did not finish in time", kubernetesReasons},
		{statusReason(unknown, "InternalError"), "the server had an error", kubernetesReasons},
	}, connection...),
	Final: []Row{
		{statusReason(undone, "Conflict"), "the object has changed: read it again first", kubernetesReasons},
		{statusReason(undone, "NotFound", "AlreadyExists", "Gone", "Expired"), "the object exists already, or no longer", kubernetesReasons},
		{statusReason(undone, "Unauthorized", "Forbidden"), "a permission is missing", kubernetesReasons},
		{statusReason(undone, "Invalid", "BadRequest", "MethodNotAllowed", "NotAcceptable", "RequestEntityTooLarge", "UnsupportedMediaType"), "the request is wrong", kubernetesReasons},
	},
}
