package quickstart_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/retrygen/retrygen/examples/quickstart"
)

func Example() {
	flaky := &quickstart.FlakyStation{Failures: 2}
	station := quickstart.NewRetryingStation(flaky)

	celsius, err := station.Temperature(context.Background(), "Bern")
	fmt.Println(celsius, err, "after", flaky.Calls, "attempts")

	_, err = station.Temperature(context.Background(), "Atlantis")
	fmt.Println(errors.Is(err, quickstart.ErrUnknownCity), "after", flaky.Calls-3, "attempt")

	// Output:
	// 21.5 <nil> after 3 attempts
	// true after 1 attempt
}
