package service

const (
	natsErrors = "github.com/nats-io/nats.go, nats.go: errors"
	natsPath   = "github.com/nats-io/nats.go"
)

var nats = Table{
	Name: "nats", System: "NATS",
	Retry: append([]Row{
		{declared(notSent, natsPath, "ErrNoResponders"), "nobody is subscribed to the subject", natsErrors},
		{declared(notSent, natsPath, "ErrNoServers"), "no server can be reached", natsErrors},
		{declared(notSent, natsPath, "ErrReconnectBufExceeded"), "the buffer for the time of a reconnect is full", natsErrors},
		{declared(notSent, natsPath, "ErrNoStreamResponse"), "no stream took the message", natsErrors},
		{declared(unknown, natsPath, "ErrTimeout"), "no answer came in time", natsErrors},
		{declared(unknown, natsPath, "ErrDisconnected"), "the connection was lost", natsErrors},
		{declared(unknown, natsPath, "ErrStaleConnection"), "the connection was lost", natsErrors},
		{statusField(notSent, natsPath, "*APIError", "Code", 503), "JetStream is not available", "NATS documentation, JetStream API reference"},
	}, connection...),
	Final: []Row{
		{declared(notSent, natsPath, "ErrConnectionClosed"), "the program has closed the connection", natsErrors},
		{declared(notSent, natsPath, "ErrAuthorization"), "a permission is missing", natsErrors},
		{declared(notSent, natsPath, "ErrMaxPayload"), "the message is too large", natsErrors},
		{declared(notSent, natsPath, "ErrBadSubject"), "the subject is wrong", natsErrors},
		{statusField(undone, natsPath, "*APIError", "Code", 400, 404), "the request is wrong", "NATS documentation, JetStream API reference"},
	},
}
