package service

const (
	stripeErrors = "Stripe documentation, Advanced error handling"
	stripePath   = "github.com/stripe/stripe-go/v*"
)

var stripe = Table{
	Name: "stripe", System: "Stripe",
	Retry: append([]Row{
		{statusField(notSent, stripePath, "*Error", "HTTPStatusCode", 429), "the request was throttled", stripeErrors},
		{field(undone, stripePath, "*Error", "Code", "lock_timeout"), "another request holds the object", "Stripe documentation, Rate limits: object lock timeouts"},
		{statusField(unknown, stripePath, "*Error", "HTTPStatusCode", 409), "another request with the same idempotency key is in progress", stripeErrors},
		{statusField(unknown, stripePath, "*Error", "HTTPStatusCode", 500, 502, 503, 504), "the service had an error", stripeErrors},
	}, connection...),
	Final: []Row{
		{field(undone, stripePath, "*Error", "Type", "card_error", "invalid_request_error", "idempotency_error"), "the card was declined, or the request is wrong", "Stripe API reference, Errors"},
		{statusField(undone, stripePath, "*Error", "HTTPStatusCode", 401, 402, 403, 404), "the card was declined, or the request is wrong", "Stripe API reference, Errors"},
	},
}
