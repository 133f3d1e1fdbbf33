package service

const (
	googleErrors = "Google Cloud API design guide, Errors: retrying errors"
	googlePath   = "google.golang.org/api/googleapi"
)

var googleapi = Table{
	Name: "googleapi", System: "Google Cloud APIs",
	Retry: append([]Row{
		{statusField(notSent, googlePath, "*Error", "Code", 429), "the quota is used up, or the request was throttled", googleErrors},
		{statusField(unknown, googlePath, "*Error", "Code", 408, 500, 502, 503, 504), "the service had an error", googleErrors},
		{grpc(notSent, "RESOURCE_EXHAUSTED"), "the quota is used up, or the request was throttled", googleErrors},
		{grpc(unknown, "UNAVAILABLE"), "the service cannot be reached", googleErrors},
	}, connection...),
	Final: []Row{
		{statusField(undone, googlePath, "*Error", "Code", 400, 401, 403, 404, 409, 412), "the request is wrong, or a permission is missing", googleErrors},
		{grpc(undone, "INVALID_ARGUMENT", "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "FAILED_PRECONDITION", "OUT_OF_RANGE", "UNIMPLEMENTED", "UNAUTHENTICATED"),
			"the request is wrong, or a permission is missing", googleErrors},
	},
}
