package model

import "fmt"

// The packages of River, and the runtime for it.
const (
	riverPath    = "github.com/riverqueue/river"
	riverRuntime = RuntimePath + "/retryriver"
)

var river = &Kind{
	Name: "river", System: "River", Imports: []string{riverPath}, Runtime: "retryriver",
	Job: &JobKind{
		Declare: riverDeclarations, Losses: riverLosses,
	},
}

// maxRiverAttempts is the greatest number of attempts that River stores, in a
// column of 16 bits.
const maxRiverAttempts = 1<<15 - 1

// riverAttempts returns the limit of attempts of a job.
func riverAttempts(p *Job) int {
	if p.MaxAttempts == 0 {
		return maxRiverAttempts
	}
	return min(p.MaxAttempts, maxRiverAttempts)
}

func riverDeclarations(p *Job) []Declaration {
	worker := Name{riverPath, "Worker"}
	args := Local("T")
	return []Declaration{
		Function{
			Name: p.Exported + "ClientRetryPolicy", Doc: []string{fmt.Sprintf(
				"%sClientRetryPolicy returns policy %s for a River client.", p.Exported, p.Name)},
			HasOptions: true,
			Result:     Name{riverPath, "ClientRetryPolicy"},
			Value:      Call{Name{riverRuntime, "ClientRetryPolicy"}, []Expression{p.made()}},
		},
		Function{
			Name:   p.Exported + "InsertOpts",
			Doc:    []string{fmt.Sprintf("%sInsertOpts returns the options of jobs that follow policy %s.", p.Exported, p.Name)},
			Result: Pointer{Name{riverPath, "InsertOpts"}},
			Value:  Pointer{Composite{Name{riverPath, "InsertOpts"}, []Field{{"MaxAttempts", NumberLiteral(riverAttempts(p))}}}},
		},
		Function{
			Name:      "New" + p.Exported + "Worker",
			Doc:       []string{fmt.Sprintf("New%sWorker returns a worker whose jobs follow policy %s.", p.Exported, p.Name)},
			TypeParam: &Parameter{"T", Name{riverPath, "JobArgs"}},
			Params:    []Parameter{{"next", Instance{worker, args}}}, HasOptions: true,
			Result: Pointer{Instance{Name{riverRuntime, "Worker"}, args}},
			Value:  Call{Name{riverRuntime, "NewWorker"}, []Expression{Local("next"), p.made()}},
		},
	}
}

func riverLosses(p *Job) []Loss {
	var losses []Loss
	if p.TotalTimeout > 0 {
		losses = append(losses, p.loses("River", "total_timeout", "River bounds attempts, and the time of each"))
	}
	if riverAttempts(p) != p.MaxAttempts {
		losses = append(losses, p.loses("River", "the limit of attempts", fmt.Sprintf("River counts to %d; that is the limit", maxRiverAttempts)))
	}
	return losses
}
