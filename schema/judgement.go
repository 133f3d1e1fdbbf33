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
	{RuleUnreachableRetry, "unreachable-retry", "a retry can never start, because the total timeout ends the call first"},
	{RuleAttemptOutlasts, "attempt-outlasts-call", "one attempt may take as long as the whole call"},
	{RuleRetriedAndStopped, "retried-and-stopped", "an error is listed as retried and as final"},
	{RuleDeadMatcher, "dead-matcher", "a rule about errors can never apply"},
	{RuleNoJitter, "no-jitter", "the waits have no jitter, so clients that fail together retry together"},
	{RuleNoBound, "no-bound", "a call has no limit of attempts or time"},
	{RuleNoAttemptTimeout, "no-attempt-timeout", "nothing ends an attempt that hangs"},
	{RuleLongWait, "long-wait", "a caller may wait more than five minutes between two attempts"},
	{RuleNoGrowth, "no-growth", "a backoff that should grow does not"},
	{RuleIdleKey, "idle-key", "a key has no effect because of other keys of its policy"},
	{RuleNoWait, "no-wait", "several retries follow each other without a wait"},
	{RuleWorstCall, "worst-call", "the longest call takes more time than total_timeout allows"},
	{RuleCustomDelays, "custom-delays", "a list of delays has more or fewer than the policy has retries"},
	{RuleIgnoredHint, "ignored-hint", "the policy retries a busy server without honoring its Retry-After"},
	{RuleTextMatch, "text-match", "the policy matches errors by their text"},
	{RuleOwnDeadline, "own-deadline", "errors.retry lists the caller's context cancellation"},
	{RuleRedundantMatcher, "redundant-matcher", "an earlier entry of the same list already matches the same errors"},
	{RuleAmplification, "amplification", "the attempts of several layers multiply to more than the limit"},
	{RuleJitterBeyond, "jitter-beyond-wait", "the jitter is longer than the wait, so some waits are zero"},
	{RuleSmallQuota, "small-quota", "a full quota cannot pay for all retries of one call"},
	{RuleUnsafeRetry, "unsafe-retry", "the policy retries an operation that may take effect twice, without a key"},
	{RuleReplayedAnswer, "replayed-answer", "the policy retries an answer that servers repeat for the same key"},
	{RuleUnretriedRequest, "unretried-request", "a route gives a policy to requests that it does not retry"},
	{RuleBadIgnore, "bad-ignore", "a comment that should suppress a rule does not"},
	{RuleIdleIgnore, "idle-ignore", "a comment suppresses a rule that finds nothing"},
	{RuleUnboundedHint, "unbounded-hint", "a server may request a delay of any length"},
	{RuleCapUnreached, "cap-never-reached", "no wait is as long as the cap"},
	{RuleShortOutage, "short-outage", "an outage of five seconds outlasts all attempts"},
	{RuleNearZeroWait, "near-zero-wait", "jitter makes a first wait close to zero likely"},
	{RuleNoJitterThere, "no-jitter-there", "the system of the policy has no jitter"},
	{RuleNoQuota, "no-quota", "the policy makes many attempts, and no quota bounds the retries of all calls together"},
}
