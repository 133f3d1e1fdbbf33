package lint

import (
	"testing"
)

func TestRetriedAndStopped(t *testing.T) {
	testRule(t, "RG172", []ruleTest{
		{"code", "exosphere: {}\nerrors: {stop: [{status: 503}], retry: [{status: [429, 503]}]}", "5:60 status 503 is retried here and final in errors.stop, which wins"},
		{"exception from a range", "exosphere: {}\nerrors: {stop: [{status: 501}], retry: [{status: [500-599]}]}", ""},
		{"range in two", "exosphere: {}\nerrors: {stop: [{status: [500-502, 503]}], retry: [{status: 501-503}]}", "5:65 status 501-503 is retried here and final in errors.stop, which wins"},
		{"class", "exosphere: {}\nerrors: {stop: [server_error], retry: [{status: [503]}]}", "5:54 status 503 is retried here and final in errors.stop, which wins"},
		{"class of Prodigy", "prodigy: {retry_on: [timeout, network]}\nerrors: {stop: [network]}", "4:35 network is retried here and final in errors.stop, which wins"},
		{"of the dialect", "httpx: {}\nerrors: {stop: [timeout, {status: 503}]}", ""},
		{"listed in httpx", "httpx: {status_forcelist: [429, 503]}\nerrors: {stop: [{status: 503}]}", "4:37 status 503 is retried here and final in errors.stop, which wins"},
		{"Go name", "exosphere: {}\nerrors: {stop: [a.ErrA, '*B'], retry: [B, a.ErrA]}", "5:47 a.ErrA is retried here and final in errors.stop, which wins"},
		{"gRPC", "exosphere: {}\nerrors: {stop: [{grpc: [ABORTED]}], retry: [{grpc: [UNAVAILABLE, ABORTED]}]}", "5:70 gRPC ABORTED is retried here and final in errors.stop, which wins"},
		{"kinds differ", "exosphere: {}\nerrors: {stop: [{type: X}], retry: [X, {func: X}, {pattern: X}]}", ""},
	})
}

func TestRedundantMatcher(t *testing.T) {
	testRule(t, "RG222", []ruleTest{
		{"twice", "exosphere: {}\nerrors: {retry: [timeout, network, timeout]}", "5:40 timeout matches nothing that timeout before it does not already match"},
		{"within a range", "exosphere: {}\nerrors: {retry: [{status: [500-504, 502]}]}", "5:41 status 502 matches nothing that status 500-504 before it does not already match"},
		{"wider later", "exosphere: {}\nerrors: {retry: [{status: [502, 500-504]}]}", ""},
		{"class before code", "exosphere: {}\nerrors: {stop: [rate_limit, {status: 429}]}", "5:42 status 429 matches nothing that rate_limit before it does not already match"},
		{"class after code", "exosphere: {}\nerrors: {stop: [{status: 429}, rate_limit]}", ""},
		{"forcelist", "httpx: {status_forcelist: [503, 503]}", "4:37 status 503 matches nothing that status 503 before it does not already match"},
		{"two lists", "exosphere: {}\nerrors: {stop: [A], retry: [B]}", ""},
	})
}

func TestDeadMatcher(t *testing.T) {
	testRule(t, "RG173", []ruleTest{
		{"nothing", "exosphere: {}\nerrors: {retry: [{pattern: 'a[^\\x00-\\x{10FFFF}]b'}]}", "5:32 the pattern matches no text at all"},
		{"text after the end", "exosphere: {}\nerrors: {retry: [{pattern: connection$refused}]}", "5:32 the pattern matches no text at all"},
		{"everything is final", "exosphere: {}\nerrors: {stop: [{pattern: '.*'}]}", "5:31 the pattern matches every text, so nothing is ever retried"},
		{"everything is retried", "exosphere: {}\nerrors: {retry: [{pattern: '.*'}]}", ""},
	})
}

func TestTextMatch(t *testing.T) {
	const message = "the policy matches errors by their text, which can change without notice"
	testRule(t, "RG220", []ruleTest{
		{"retried", "exosphere: {}\nerrors: {retry: [{pattern: a}, {pattern: b}]}", "5:32 " + message},
		{"of Prodigy", "prodigy: {retry_on: [timeout, {pattern: a}]}", "4:45 " + message},
		{"of Prodigy's code", "fidelity: implemented\nprodigy: {retry_on: [timeout]}", ""},
		{"none", "exosphere: {}\nerrors: {retry: [timeout]}", ""},
	})
}

func TestOwnDeadline(t *testing.T) {
	testRule(t, "RG221", []ruleTest{
		{"context", "exosphere: {}\nerrors: {retry: [timeout, context.Canceled]}", "5:31 context.Canceled is listed as retried, but the end of the caller's own context is never retried"},
		{"gRPC", "exosphere: {}\nerrors: {retry: [{grpc: [UNAVAILABLE, DEADLINE_EXCEEDED]}]}", "5:43 gRPC DEADLINE_EXCEEDED is listed as retried, but the end of the caller's own context is never retried"},
		{"stopped", "exosphere: {}\nerrors: {stop: [context.Canceled]}", ""},
	})
}
