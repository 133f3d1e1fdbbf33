package model

import (
	"fmt"

	"github.com/retrygen/retrygen/internal/policy"
)

const connectRuntime = RuntimePath + "/retryconnect"

var connect = &Kind{
	Name: "connect", System: "Connect", Imports: []string{ConnectPath}, Runtime: "retryconnect",
	Stub: &StubKind{
		Declare: connectDeclarations, Losses: connectLosses,
		Constant: func(service, method string) string { return service + method + "Procedure" },
		Response: Name{ConnectPath, "Response"},
	},
}

func connectDeclarations(s *Stub) []Declaration {
	return []Declaration{Function{
		Name: s.Name + "Interceptor",
		Doc: []string{fmt.Sprintf("%sInterceptor returns an interceptor that retries calls of [%s]. "+
			"The options apply to all of its policies.", s.Name, s.Target), s.behavior()},
		HasOptions: true,
		Result:     Name{ConnectPath, "Interceptor"},
		Value:      Call{Name{connectRuntime, "Interceptor"}, []Expression{PolicyMap{s}}},
	}}
}

func connectLosses(p *Policy) []Loss {
	var losses []Loss
	if action := p.OnFailure.Action; action == "fallback" || action == "continue" {
		losses = append(losses, p.loses("Connect", "on_failure", "the call fails"))
	}
	if p.Hint != (policy.Hint{}) && !p.Hint.ByCap && p.Hint.Mode != policy.HintIgnored {
		losses = append(losses, Loss{
			"Connect hides the header of a response that is not in its format, such as a proxy's 503 with Retry-After, from policy " + p.Name,
			"send requests with retryconnect.HTTPClient",
		})
	}
	return losses
}
