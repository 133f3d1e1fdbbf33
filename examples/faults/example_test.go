package faults_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/retrygen/retrygen/examples/faults"
	"github.com/retrygen/retrygen/examples/faults/faultstest"
)

// TestBusyBank passes with both clients: an attempt that fails before it reaches the
// bank does no harm.
func TestBusyBank(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bank := &faults.Bank{}
		gateway, script := faultstest.NewGateway(t, bank)
		script.Charge.Fail(2, faultstest.Throttled(3*time.Second))
		if _, err := faults.NewCarelessGateway(gateway).Charge(t.Context(), 500); err != nil {
			t.Error(err)
		}
		if bank.Charged() != 500 {
			t.Errorf("%d cents are charged", bank.Charged())
		}
		script.Charge.Want(3)
		script.Charge.WantWaits(faultstest.WithinPolicy)
	})
}

// TestLostAnswer shows that the careless client charges twice when an answer is lost,
// and that a key repairs it.
func TestLostAnswer(t *testing.T) {
	charge := func(t *testing.T, client func(faults.Gateway) faults.Gateway) (charged int, script *faultstest.GatewayFaults) {
		bank := &faults.Bank{}
		gateway, script := faultstest.NewGateway(t, bank)
		script.Charge.Lost(1)
		if _, err := client(gateway).Charge(t.Context(), 500); err != nil {
			t.Error(err)
		}
		script.Charge.Want(2)
		return bank.Charged(), script
	}
	synctest.Test(t, func(t *testing.T) {
		charged, _ := charge(t, func(g faults.Gateway) faults.Gateway { return faults.NewCarelessGateway(g) })
		if charged != 1000 {
			t.Errorf("the careless client charges %d cents", charged)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		charged, script := charge(t, func(g faults.Gateway) faults.Gateway { return faults.NewRetryingGateway(g) })
		if charged != 500 {
			t.Errorf("%d cents are charged", charged)
		}
		script.Charge.WantOneKey()
	})
}

// TestRehearsal shows that SumOnce adds up twice when its transaction runs again, and
// that Sum does not. Calling them twice shows no difference.
func TestRehearsal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, script := faultstest.NewStore(t, faults.Shop{"tea": 3, "milk": 2})
		client := faults.NewRetryingStore(store)
		for range 2 {
			if sum, err := faults.SumOnce(t.Context(), client); sum != 5 || err != nil {
				t.Errorf("SumOnce = %d, %v", sum, err)
			}
		}
		script.Update.Rehearse()
		if sum, err := faults.SumOnce(t.Context(), client); sum != 10 || err != nil {
			t.Errorf("SumOnce = %d, %v in a rehearsal", sum, err)
		}
		script.Update.Rehearse()
		if sum, err := faults.Sum(t.Context(), client); sum != 5 || err != nil {
			t.Errorf("Sum = %d, %v in a rehearsal", sum, err)
		}
	})
}
