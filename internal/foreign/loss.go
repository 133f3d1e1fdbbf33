package foreign

// Loss is one thing that another system has no words for.
type Loss struct {
	Code    Code   `json:"code"`
	Weight  Weight `json:"weight"`
	Message string `json:"message"` // one sentence without a period
}

// NewLoss returns a loss, with the weight of its code.
func NewLoss(code Code, message string) Loss { return Loss{code, weightOf(code), message} }
