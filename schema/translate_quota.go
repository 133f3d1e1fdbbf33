package schema

import "github.com/retrygen/retrygen/internal/policy"

// sharedConcepts are what bounds the calls of a program together.
var sharedConcepts = []concept{
	{
		names: []string{"quota", "retryquota", "retrybudget", "budget", "tokenbucket", "bucket", "retrythrottling", "throttling", "retrylimit", "ratelimit", "ratelimiter"},
		hints: map[string]string{
			"policy": "a bound on the retries of many calls together is a quota: quota: {}",
			"":       "a quota stands in a policy: quota: {}",
		},
		parameter: policy.Quotas, isParameter: true,
	},
	{
		names: []string{"capacity", "initialcapacity", "tokens", "maxtokens", "size", "burst", "maxcapacity", "bucketsize", "limit", "max"},
		hints: map[string]string{
			"quota":       "the tokens of the full bucket are its capacity",
			"smithyQuota": "smithy calls it initial_capacity",
		},
	},
	{
		names: []string{"cost", "retrycost", "tokencost", "tokensperretry"},
		hints: map[string]string{
			"quota":       "what a retry takes is retry_cost",
			"smithyQuota": "in smithy a retry always takes 14, and 5 after throttling; write quota: {…} next to the block for other costs",
		},
	},
	{
		names: []string{"throttlingcost", "throttlingretrycost", "throttledcost"},
		hints: map[string]string{"quota": "what a retry takes after throttling is throttle_cost"},
	},
	{
		names: []string{"timeoutretrycost", "timeoutretryincrement"},
		hints: map[string]string{"quota": "what a retry takes after a timeout is timeout_cost"},
	},
	{
		names: []string{"refund", "noretryincrement", "successincrement", "successreward", "deposit", "depositpersuccess", "increment", "releaseamount"},
		hints: map[string]string{"quota": "what a success gives back is success_refund"},
	},
	{
		names: []string{"ratio", "retryratio", "tokenspersuccess"},
		hints: map[string]string{"quota": "gRPC's form is {max_tokens: 10, token_ratio: 0.1}; a success of the other form gives back success_refund"},
	},
	{
		names: []string{"refill", "refillrate", "rate", "fillrate", "refilltokens", "minretriespersecond", "minretriespersec", "retriespersecond", "ttl", "window", "interval", "period"},
		hints: map[string]string{"quota": "what time adds is refill_per_second"},
	},
	{
		names: []string{"shared", "global", "per", "key"},
		hints: map[string]string{"quota": "who shares the bucket is its scope: policy, client or process"},
	},
	{
		names: []string{"breaker", "circuit"},
		hints: map[string]string{
			"policy": "it is called circuit_breaker: {}",
			"":       "a breaker stands in a policy: circuit_breaker: {}",
		},
	},
	{
		names: []string{"threshold", "failures", "maxfailures", "consecutivefailures", "maxerrors", "errorthreshold", "failurecount", "trip", "minimumthroughput"},
		hints: map[string]string{"circuitBreaker": "the failures in a row that open the breaker are its failure_threshold"},
	},
	{
		names: []string{"failurerate", "failureratethreshold", "errorrate", "failureratio", "errorpercentthreshold"},
		hints: map[string]string{"circuitBreaker": "the breaker counts failures in a row, not their rate: failure_threshold"},
	},
	{
		names: []string{"timeout", "resettimeout", "opentimeout", "cooldown", "delay", "sleepwindow", "breakduration", "durationofbreak", "waitdurationinopenstate", "recoverytime", "openduration"},
		hints: map[string]string{"circuitBreaker": "the time until the first probe is recovery_timeout"},
	},
	{
		names: []string{"successthreshold", "probes", "halfopenmaxrequests", "halfopenrequests", "maxrequests", "halfopenmaxcalls", "permittednumberofcallsinhalfopenstate", "requiredsuccesses"},
		hints: map[string]string{"circuitBreaker": "the successes that close the breaker are its half_open_probes"},
	},
	{
		names: []string{"amplification", "nestedretries", "retrynested", "innerretries"},
		hints: map[string]string{"policy": "calls within an attempt of another one retry by nested: allow, or not by nested: once"},
	},
}
