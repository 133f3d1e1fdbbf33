package schema

// The ids of the rules by which vet judges a spec that can be compiled. Those
// of RG17x find a policy that cannot do what it says.
const (
	RuleUnreachableRetry  = "RG170"
	RuleAttemptOutlasts   = "RG171"
	RuleRetriedAndStopped = "RG172"
	RuleDeadMatcher       = "RG173"

	RuleNoJitter         = "RG210"
	RuleNoBound          = "RG211"
	RuleNoAttemptTimeout = "RG212"
	RuleLongWait         = "RG213"
	RuleNoGrowth         = "RG214"
	RuleIdleKey          = "RG215"
	RuleNoWait           = "RG216"
	RuleWorstCall        = "RG217"
	RuleCustomDelays     = "RG218"
	RuleIgnoredHint      = "RG219"
	RuleTextMatch        = "RG220"
	RuleOwnDeadline      = "RG221"
	RuleRedundantMatcher = "RG222"
	RuleAmplification    = "RG223"
	RuleJitterBeyond     = "RG224"
	RuleSmallQuota       = "RG225"
	RuleUnsafeRetry      = "RG226"
	RuleReplayedAnswer   = "RG227"
	RuleUnretriedRequest = "RG228"
	RuleBadIgnore        = "RG240"
	RuleIdleIgnore       = "RG241"

	RuleUnboundedHint = "RG310"
	RuleCapUnreached  = "RG311"
	RuleShortOutage   = "RG312"
	RuleNearZeroWait  = "RG313"
	RuleNoJitterThere = "RG314"
	RuleNoQuota       = "RG315"
)

var judgements = []Rule{
	{RuleUnreachableRetry, "unreachable-retry", "a retry can never start, because the time for the whole call is over before"},
	{RuleAttemptOutlasts, "attempt-outlasts-call", "one attempt may take as long as the whole call"},
	{RuleRetriedAndStopped, "retried-and-stopped", "an error is listed as retried and as final"},
	{RuleDeadMatcher, "dead-matcher", "a rule about errors can never apply"},
	{RuleNoJitter, "no-jitter", "the waits are not spread, so that clients that fail together retry together"},
	{RuleNoBound, "no-bound", "neither attempts nor time bound a call"},
	{RuleNoAttemptTimeout, "no-attempt-timeout", "an attempt that hangs is never given up for the next one"},
	{RuleLongWait, "long-wait", "a caller can be kept waiting for more than five minutes between two attempts"},
	{RuleNoGrowth, "no-growth", "a backoff that is meant to grow does not"},
	{RuleIdleKey, "idle-key", "a key has no effect beside the others of its policy"},
	{RuleNoWait, "no-wait", "several retries follow each other at once"},
	{RuleWorstCall, "worst-call", "the longest call takes more time than the whole call may"},
	{RuleCustomDelays, "custom-delays", "a list of delays has more or fewer than the policy has retries"},
	{RuleIgnoredHint, "ignored-hint", "a busy server is retried, and its word on when is ignored"},
	{RuleTextMatch, "text-match", "errors are told apart by their text"},
	{RuleOwnDeadline, "own-deadline", "the end of the caller's own context is listed as retried"},
	{RuleRedundantMatcher, "redundant-matcher", "an entry of a list of errors matches nothing that an earlier one does not"},
	{RuleAmplification, "amplification", "the attempts of several layers multiply to more than the limit"},
	{RuleJitterBeyond, "jitter-beyond-wait", "the jitter is longer than the wait, so that some waits are zero"},
	{RuleSmallQuota, "small-quota", "a full quota cannot pay for the retries of one call"},
	{RuleUnsafeRetry, "unsafe-retry", "an operation that may take effect twice is retried without a key"},
	{RuleReplayedAnswer, "replayed-answer", "an answer is retried that servers repeat under the same key"},
	{RuleUnretriedRequest, "unretried-request", "a route gives a policy to requests that it does not retry"},
	{RuleBadIgnore, "bad-ignore", "a comment that is to silence a rule does not"},
	{RuleIdleIgnore, "idle-ignore", "a comment silences a rule that finds nothing"},
	{RuleUnboundedHint, "unbounded-hint", "a server may ask for a delay of any length"},
	{RuleCapUnreached, "cap-never-reached", "no wait is as long as the cap"},
	{RuleShortOutage, "short-outage", "all attempts fall into an outage of five seconds"},
	{RuleNearZeroWait, "near-zero-wait", "jitter makes a first wait of almost nothing likely"},
	{RuleNoJitterThere, "no-jitter-there", "the system of the policy has no jitter"},
	{RuleNoQuota, "no-quota", "many attempts are made, and nothing bounds the retries of all calls together"},
}
