package matcher

// GRPC matches errors that carry a gRPC or Connect status code.
type GRPC struct {
	Entry
	Codes []string // as the protocol spells them, for example "UNAVAILABLE"
}

// GRPCCodes are the gRPC status codes from 1 on, in their order.
var GRPCCodes = []string{
	"CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
	"PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE",
	"UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
}

// Terms returns a term for each code.
func (m GRPC) Terms() []Term {
	terms := make([]Term, len(m.Codes))
	for i, code := range m.Codes {
		at := m.Pointer.Key("grpc").Index(i)
		if m.Service != "" {
			at = m.Pointer
		}
		terms[i] = Term{At: at, Kind: "grpc", Value: code, Outcome: m.outcome(Unknown), Service: m.Service}
	}
	return terms
}

// Condition returns the test of the code.
func (m GRPC) Condition() Condition { return CodeIn{m.Codes} }

func (m GRPC) only(keep []bool) Matcher {
	if m.Codes = kept(m.Codes, keep); len(m.Codes) == 0 {
		return nil
	}
	return m
}

func (m GRPC) with(e Entry) Matcher {
	m.Entry = e
	return m
}

func decodeGRPC(i item) Matcher {
	m := GRPC{Entry: i.entry}
	for _, code := range i.value.Items() {
		m.Codes = append(m.Codes, code.Word(""))
	}
	return m
}
