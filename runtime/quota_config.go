package retry

// MaxQuota is the greatest capacity of a quota.
const MaxQuota = 1 << 20

// thousandths are how many units of a quota a token is.
const thousandths = 1000

// QuotaConfig says how a [Quota] works. Amounts are kept to a thousandth.
// Negative amounts are 0, and amounts above [MaxQuota] are that.
type QuotaConfig struct {
	// Capacity is the number of tokens that the quota can hold, and holds at
	// first. With 0 no retry is granted.
	Capacity int
	// RetryCost is what a retry takes. ThrottleCost and TimeoutCost are what it
	// takes after an error that is throttling (see [IsThrottling]) or else a
	// timeout (see [IsTimeout]); for them 0 means RetryCost.
	RetryCost, ThrottleCost, TimeoutCost int
	// SuccessRefund is what a call earns that succeeds without a retry. A retry
	// that succeeds earns its cost back instead; costs of retries that failed
	// are lost.
	SuccessRefund float64
	// RefillPerSecond is what time adds. A little of it keeps an empty quota
	// from staying empty where no fresh call succeeds.
	RefillPerSecond float64
	// Ratio is the rule of gRPC's retry throttling: every failure that is worth
	// a retry takes RetryCost, down to zero, whether or not the retry is
	// granted; it is granted while more than half of the capacity is left; and
	// every success earns SuccessRefund.
	Ratio bool
}

// DefaultQuota is capacity 100, cost 10, 1 for a clean success and 0.5 a
// second: a client that calls seven times a second adds at most 3 % to the load
// of a dependency that is down for a minute, and one that calls once a second
// 22 %.
func DefaultQuota() QuotaConfig {
	return QuotaConfig{Capacity: 100, RetryCost: 10, SuccessRefund: 1, RefillPerSecond: 0.5}
}

// AWS2026Quota is what AWS clients use since 2026: 500, 14, and 5 after
// throttling.
func AWS2026Quota() QuotaConfig {
	return QuotaConfig{Capacity: 500, RetryCost: 14, ThrottleCost: 5, SuccessRefund: 1}
}

// AWSLegacyQuota is what AWS clients used before 2026: 500, 5, and 10 after a
// timeout.
func AWSLegacyQuota() QuotaConfig {
	return QuotaConfig{Capacity: 500, RetryCost: 5, TimeoutCost: 10, SuccessRefund: 1}
}

// GRPCQuota is gRPC's retry throttling with maxTokens 10 and tokenRatio 0.1.
func GRPCQuota() QuotaConfig {
	return QuotaConfig{Capacity: 10, RetryCost: 1, SuccessRefund: 0.1, Ratio: true}
}

// units turns tokens into thousandths.
func units(tokens float64) int64 {
	if !(tokens > 0) {
		return 0
	}
	return int64(min(tokens, MaxQuota)*thousandths + 0.5)
}
