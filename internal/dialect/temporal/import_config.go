package temporal

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
)

// dynamicNames are the settings of Temporal's dynamic configuration that are
// retry policies, and dynamicKeys their fields.
var (
	dynamicNames = []string{"history.defaultActivityRetryPolicy", "history.defaultWorkflowRetryPolicy"}
	dynamicKeys  = []string{"InitialIntervalInSeconds", "BackoffCoefficient", "MaximumIntervalCoefficient", "MaximumAttempts"}
)

// readDynamicConfig reads the settings that are retry policies: a value, or a
// list of values for some namespaces each.
func readDynamicConfig(r *foreign.Reading, root *document.Node) {
	for _, name := range dynamicNames {
		setting := root.Get(name)
		if setting == nil {
			continue
		}
		items := setting.Items()
		if setting.Kind() != document.List {
			items = []*document.Node{setting}
		}
		for _, item := range items {
			readSetting(r, strings.TrimPrefix(name, "history."), item)
		}
	}
}

func readSetting(r *foreign.Reading, name string, item *document.Node) {
	value := item
	if item.Has("value") {
		value = item.Get("value")
	}
	p := r.Begin(name, value)
	defer r.End()
	if constraints := item.Get("constraints"); len(constraints.Members()) > 0 {
		r.Lose(constraints, foreign.L15, "the server applies the policy only where the constraints hold", "use it for the clients that they mean")
	}
	p.Members = dynamicPolicy(r, value)
}

// dynamicPolicy returns the policy of a setting: its longest interval is a
// whole multiple of the first one.
func dynamicPolicy(r *foreign.Reading, v *document.Node) []document.Member {
	if !r.IsMapping(v) {
		return nil
	}
	r.Known(v, dynamicKeys, "")
	block := []document.Member{
		{Name: "backoff_coefficient", Value: v.Get("BackoffCoefficient")},
		{Name: "maximum_attempts", Value: v.Get("MaximumAttempts")},
	}
	first := v.Get("InitialIntervalInSeconds")
	interval := big.NewRat(1, 1) // the default of the server, in seconds
	if first != nil {
		var ok bool
		if interval, ok = dynamicSeconds(first); !ok {
			r.Refuse(first, first.Describe()+" is not a number of seconds or a duration", "write seconds, such as 1 or 0.5, or a duration such as 1s")
			return nil
		}
		block = append(block, document.Member{Name: "initial_interval", Value: first.TextAt(foreign.DecimalSeconds(interval))})
	}
	if factor := v.Get("MaximumIntervalCoefficient"); factor != nil {
		amount, ok := foreign.Number(factor)
		if !ok {
			r.Refuse(factor, "expected a number, found "+factor.Describe(), "")
			return nil
		}
		whole := new(big.Int).Quo(amount.Num(), amount.Denom())
		if !amount.IsInt() {
			r.Doubt(factor, fmt.Sprintf("Temporal cuts %s to the whole number %s", factor.Text(), whole), "write "+whole.String())
		}
		longest := new(big.Rat).Mul(interval, new(big.Rat).SetInt(whole))
		block = append(block, document.Member{Name: "maximum_interval", Value: factor.TextAt(foreign.DecimalSeconds(longest))})
	}
	return []document.Member{{Name: "temporal", Value: v.MappingAt(block...)}}
}

// dynamicSeconds returns a number of seconds, or a duration, in seconds.
func dynamicSeconds(v *document.Node) (*big.Rat, bool) {
	if v.Kind() == document.Text {
		d, err := time.ParseDuration(v.Text())
		return new(big.Rat).SetFrac64(int64(d), 1e9), err == nil && d >= 0
	}
	return foreign.Number(v)
}
