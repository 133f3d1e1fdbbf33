package schema

import (
	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/service"
)

func decodeErrors(v decode.Value) Errors {
	if !v.IsSet() {
		return Errors{}
	}
	o := v.Object("errors")
	var e Errors
	o.Each("stop", func(item decode.Value) {
		if table := serviceOf(item); table != nil {
			e.Stop = appendRows(e.Stop, table, table.Final, item.Pointer())
		} else {
			e.Stop = appendMatcher(e.Stop, item)
		}
	})
	if v.Has("retry") {
		e.Retry = []matcher.Matcher{}
	}
	o.Each("retry", func(item decode.Value) {
		if table := serviceOf(item); table != nil {
			e.Stop = appendRows(e.Stop, table, table.Final, item.Pointer())
			e.Retry = appendRows(e.Retry, table, table.Retry, item.Pointer())
		} else {
			e.Retry = appendMatcher(e.Retry, item)
		}
	})
	return e
}

// serviceOf returns the table of the service that an item of a list of errors
// names, or nil.
func serviceOf(item decode.Value) *service.Table {
	if !item.Is(document.Mapping) || !item.Has("service") {
		return nil
	}
	table, _ := service.Named(item.Object("matcher").Get("service").Word(""))
	return table
}

// appendRows appends the matchers of a table.
func appendRows(matchers []matcher.Matcher, table *service.Table, rows []service.Row, at finding.Pointer) []matcher.Matcher {
	for _, row := range rows {
		matchers = append(matchers, matcher.OfService(row.Match, table.Name, at))
	}
	return matchers
}

func appendMatcher(matchers []matcher.Matcher, v decode.Value) []matcher.Matcher {
	if m := matcher.Decode(v); m != nil {
		matchers = append(matchers, m)
	}
	return matchers
}
