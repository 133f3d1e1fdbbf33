// Package retrytest tests what happens when calls fail. It has the part of
// generated fakes and generated policy tests that does not depend on a spec:
// scripts of faults, what the attempts have shown, and real values of errors.
//
// A spec asks for a fake with "fake: {package: paytest}" next to a client. The
// fake passes calls to a real value, unless a script says otherwise:
//
//	gateway, faults := paytest.NewGateway(t, real)
//	faults.Charge.Fail(2, paytest.Throttled(3*time.Second))
//	client := pay.NewRetryingGateway(gateway)
//	...
//	faults.Charge.Want(3)
//
// Only test packages import it, because it imports package testing.
package retrytest
