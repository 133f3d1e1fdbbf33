// Package retryconnect retries unary calls of Connect clients under retry
// policies.
//
//	client := paypbconnect.NewGatewayClient(retryconnect.HTTPClient(http.DefaultClient), url, connect.WithInterceptors(
//		retryconnect.Interceptor(map[string]*retry.Policy{
//			paypbconnect.GatewayChargeProcedure: policy,
//		})))
//
// The interceptor obeys what a server or a proxy says about a retry: the gRPC
// trailer grpc-retry-pushback-ms (gRFC A6), or else the HTTP header Retry-After
// and its relatives, see package retryhttp. It sees the header of every response
// if the client sends its requests with [HTTPClient]. Attempts run in process, so that timeouts, quotas, breakers and
// observers of a policy apply.
package retryconnect
