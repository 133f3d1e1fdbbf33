package service

const (
	azureErrors = "Azure documentation, Retry guidance for Azure services"
	azurePath   = "github.com/Azure/azure-sdk-for-go/sdk/azcore"
)

var azure = Table{
	Name: "azure", System: "Azure",
	Retry: append([]Row{
		{statusField(notSent, azurePath, "*ResponseError", "StatusCode", 429), "the request was throttled", azureErrors},
		{field(notSent, azurePath, "*ResponseError", "ErrorCode", "ServerBusy", "TooManyRequests"), "the service is busy", azureErrors},
		{field(unknown, azurePath, "*ResponseError", "ErrorCode", "InternalError", "OperationTimedOut"), "the service had an error", azureErrors},
		{statusField(unknown, azurePath, "*ResponseError", "StatusCode", 408, 500, 502, 503, 504), "the service had an error", "github.com/Azure/azure-sdk-for-go/sdk/azcore, policy.RetryOptions"},
	}, connection...),
	Final: []Row{
		{statusField(undone, azurePath, "*ResponseError", "StatusCode", 400, 401, 403, 404, 409, 412), "the request is wrong, or a permission is missing", azureErrors},
	},
}
