package foreign

import "slices"

// Code is the stable code of something that is lost on the way from one format
// to another.
type Code string

// The codes.
const (
	L01 Code = "L01" // the limit of attempts is another
	L02 Code = "L02" // a duration is rounded
	L03 Code = "L03" // a bound of the time of a call is lost
	L04 Code = "L04" // the bound of one attempt is lost
	L05 Code = "L05" // the jitter is another
	L06 Code = "L06" // cap and jitter are applied in another order
	L07 Code = "L07" // a list of what is retried becomes one of what is not, or back
	L08 Code = "L08" // a rule about errors cannot be said
	L09 Code = "L09" // one set of status codes becomes another
	L10 Code = "L10" // the delay that a server asks for is treated otherwise
	L11 Code = "L11" // a quota is lost
	L12 Code = "L12" // the guard of calls that may not be repeated is lost
	L13 Code = "L13" // hedging is lost
	L14 Code = "L14" // a circuit breaker is lost
	L15 Code = "L15" // the policy is for other calls
	L16 Code = "L16" // errors that were counted apart are counted together, or back
	L17 Code = "L17" // a field is lost that decides nothing about retries
	L18 Code = "L18" // the waits grow otherwise
	L19 Code = "L19" // a default is written out
	L20 Code = "L20" // the system differs from its documentation
)

// Weight is how much a loss weighs.
type Weight string

// The weights.
const (
	Heavy Weight = "error"   // other calls are retried, or for another time
	Light Weight = "warning" // the same, with other waits
	Plain Weight = "note"    // worth knowing
)

// CodeInfo is what a code stands for.
type CodeInfo struct {
	Code    Code
	Weight  Weight
	Summary string // one sentence without a period
}

var codes = []CodeInfo{
	{L01, Heavy, "the limit of attempts is another"},
	{L02, Light, "a duration is rounded"},
	{L03, Heavy, "a bound of the time or of the waits of a call is lost"},
	{L04, Heavy, "the bound of one attempt is lost or another"},
	{L05, Light, "the jitter is another"},
	{L06, Light, "cap and jitter are applied in another order"},
	{L07, Heavy, "a list of what is retried becomes a list of what is not, or the other way round"},
	{L08, Heavy, "a rule about errors cannot be said"},
	{L09, Light, "one set of status codes becomes another"},
	{L10, Light, "the delay that a server asks for is treated otherwise"},
	{L11, Light, "a quota is lost"},
	{L12, Heavy, "calls that may not be repeated are not distinguished"},
	{L13, Light, "hedging is lost"},
	{L14, Light, "a circuit breaker is lost"},
	{L15, Light, "the policy is for other calls"},
	{L16, Light, "errors that were counted apart are counted together, or the other way round"},
	{L17, Plain, "a field is lost that decides nothing about retries"},
	{L18, Heavy, "the waits grow otherwise"},
	{L19, Plain, "a default is written out"},
	{L20, Light, "the system does something else than its documentation says"},
}

// Codes returns every code, in order.
func Codes() []CodeInfo { return slices.Clone(codes) }

func weightOf(code Code) Weight {
	for _, info := range codes {
		if info.Code == code {
			return info.Weight
		}
	}
	return Plain
}
