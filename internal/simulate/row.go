package simulate

import (
	"math"
	"math/rand/v2"
	"time"
)

// The network of the contention model, as in the AWS architecture blog: each way
// takes as long as the absolute value of a normal draw.
const (
	wayMean = 10 * time.Millisecond
	waySD   = 2 * time.Millisecond
)

// row is a row that clients read and then write if no other one has written it in
// between.
type row struct {
	random  *rand.Rand
	version int64
	updates []update
}

// update is one attempt to change the row.
type update struct {
	call    int32   // that waits for the answer; −1: its client has gone
	version int64   // that it has read
	write   instant // when its write arrives
	answer  instant // when the client has the answer
}

// way draws how long a message takes.
func (r *row) way() time.Duration {
	return time.Duration(math.Abs(float64(wayMean) + r.random.NormFloat64()*float64(waySD)))
}

// contend begins an attempt to change the row.
func (e *engine) contend(id int32, end instant) {
	r := e.row
	read := e.clock.at.after(r.way())
	u := update{call: id, write: read.after(r.way() + r.way())}
	if u.answer = u.write.after(r.way()); end < u.answer {
		u.call = -1
		e.events.add(event{at: end, call: id, kind: timedOut})
	}
	r.updates = append(r.updates, u)
	e.events.add(event{at: read, call: int32(len(r.updates) - 1), kind: reading})
}

// read lets an update read the row.
func (e *engine) read(id int32) {
	u := &e.row.updates[id]
	u.version = e.row.version
	e.events.add(event{at: u.write, call: id, kind: writing})
}

// write lets an update write the row, if it has not changed.
func (e *engine) write(id int32) {
	u := e.row.updates[id]
	outcome := conflicted
	if u.version == e.row.version {
		e.row.version++
		outcome = served
	}
	switch {
	case u.call >= 0:
		e.events.add(event{at: u.answer, call: u.call, kind: outcome})
	case outcome == served:
		e.record.wasted++
	}
}
