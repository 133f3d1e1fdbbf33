package dialects_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/retrygen/retrygen/examples/dialects"
	retry "github.com/retrygen/retrygen/runtime"
)

func Example() {
	ctx := context.Background()
	for _, system := range []struct {
		policy *retry.Policy
		wrap   func(dialects.Directory) dialects.Directory
	}{
		{dialects.GraphPolicy(), func(d dialects.Directory) dialects.Directory { return dialects.NewGraphDirectory(d) }},
		{dialects.WorkflowPolicy(), func(d dialects.Directory) dialects.Directory { return dialects.NewWorkflowDirectory(d) }},
		{dialects.ActivityPolicy(), func(d dialects.Directory) dialects.Directory { return dialects.NewActivityDirectory(d) }},
		{dialects.RequestPolicy(), func(d dialects.Directory) dialects.Directory { return dialects.NewRequestDirectory(d) }},
		{dialects.OperationPolicy(), func(d dialects.Directory) dialects.Directory { return dialects.NewOperationDirectory(d) }},
	} {
		busy := &dialects.BusyDirectory{Busy: 2}
		number, err := system.wrap(busy).Lookup(ctx, "emergency")
		fmt.Printf("%-9s %s %v after %d attempts of %d, waits", system.policy.Name(), number, err, busy.Calls, system.policy.MaxAttempts())
		for n := 1; n <= 3; n++ {
			shortest, longest := system.policy.Bounds(n)
			fmt.Printf(" %v–%v", shortest, longest)
		}
		fmt.Println()
	}

	hopeless := &dialects.BusyDirectory{Busy: 100}
	_, err := dialects.NewGraphDirectory(hopeless).Lookup(ctx, "emergency")
	fmt.Println(err)
	fmt.Println(errors.Is(err, dialects.BusyError{}))

	// Output:
	// graph     112 <nil> after 3 attempts of 4, waits 10ms–10ms 20ms–20ms 30ms–30ms
	// workflow  112 <nil> after 3 attempts of 6, waits 5ms–5ms 5ms–5ms 10ms–10ms
	// activity  112 <nil> after 3 attempts of 5, waits 5ms–5ms 10ms–10ms 20ms–20ms
	// request   112 <nil> after 3 attempts of 4, waits 0s–5ms 0s–10ms 0s–20ms
	// operation 112 <nil> after 3 attempts of 4, waits 0s–5ms 0s–10ms 0s–20ms
	// Directory.Lookup: policy graph: gave up after 4 attempts: attempts used up: directory is busy: connection refused
	// true
}
