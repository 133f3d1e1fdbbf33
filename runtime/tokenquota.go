package retry

import (
	"sync"
	"time"
)

// maxScopes bounds the quotas that a quota has for scopes.
const maxScopes = 1 << 10

// tokenQuota is what a quota knows about tokens: the quotas of their scopes,
// and what tokens that are not handed in hold. Policies that share a quota
// share both.
type tokenQuota struct {
	mu     sync.Mutex
	scopes map[string]*Quota
	loans  map[*token]loan // never more than the quota can pay for
}

// loan is what a token holds of a quota, and until when.
type loan struct {
	held    int64
	expires time.Time
}

// scoped returns the policy with the quota of a scope.
func (p *Policy) scoped(scope string) *Policy {
	q := p.config.Quota
	if q == nil || scope == "" {
		return p
	}
	scoped := *p
	scoped.config.Quota = q.scoped(scope)
	return &scoped
}

// scoped returns the quota of a scope.
func (q *Quota) scoped(scope string) *Quota {
	t := &q.tokens
	t.mu.Lock()
	defer t.mu.Unlock()
	if scoped, ok := t.scopes[scope]; ok {
		return scoped
	}
	if len(t.scopes) >= maxScopes {
		return q
	}
	if t.scopes == nil {
		t.scopes = make(map[string]*Quota)
	}
	scoped := NewQuota(q.config)
	t.scopes[scope] = scoped
	return scoped
}

// lend notes what a token holds.
func (q *tokenQuota) lend(t *token, held int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.loans == nil {
		q.loans = make(map[*token]loan)
	}
	q.loans[t] = loan{held, t.issued.Add(add(t.delay, tokenLife))}
}

// recall ends the loan of a token, and returns what it held: nothing if the
// loan has expired and the quota has taken it back.
func (q *tokenQuota) recall(t *token) int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	held := q.loans[t].held
	delete(q.loans, t)
	return held
}

// reclaim takes back what expired tokens hold, and reports whether there were
// any.
func (q *Quota) reclaim() bool {
	held := q.tokens.expired(q.clock)
	if held > 0 {
		q.change(held, false)
	}
	return held > 0
}

// expired ends the loans that have expired, and returns their sum.
func (q *tokenQuota) expired(c clock) (held int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.loans) == 0 {
		return 0
	}
	now := c.now()
	for t, l := range q.loans {
		if now.After(l.expires) {
			held += l.held
			delete(q.loans, t)
		}
	}
	return held
}
