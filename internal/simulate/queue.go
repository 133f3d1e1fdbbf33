package simulate

// event is what happens at a time: an attempt ends, or a call has waited.
type event struct {
	at    instant
	order uint64 // events of one time happen in the order in which they were added
	call  int32  // or the update of a row
	kind  eventKind
	level int8 // of the client that has waited
}

type eventKind uint8

const (
	served eventKind = iota // the attempt succeeds
	refused
	timedOut
	conflicted
	// The kinds from here on come in no order.
	reading // the read of an update reaches the row
	writing // its write does
	waited
	tick // a second has passed
)

func (e *event) before(other *event) bool {
	return e.at < other.at || e.at == other.at && e.order < other.order
}

// queue returns events in the order of their times. Most kinds of events are
// added in that order already: each of them has a line, and only what is out of
// line goes into a heap.
type queue struct {
	lines [reading]line
	heap  []event
	size  int
	added uint64
}

// add adds an event.
func (q *queue) add(e event) {
	q.added++
	q.size++
	e.order = q.added
	if e.kind < reading && q.lines[e.kind].add(e) {
		return
	}
	q.heap = append(q.heap, e)
	q.up(len(q.heap) - 1)
}

// next removes the first event that happens no later than a time.
func (q *queue) next(until instant) (event, bool) {
	var first *event
	from := -1
	for i := range q.lines {
		if e := q.lines[i].first(); e != nil && (first == nil || e.before(first)) {
			first, from = e, i
		}
	}
	if len(q.heap) > 0 && (first == nil || q.heap[0].before(first)) {
		first, from = &q.heap[0], len(q.lines)
	}
	switch {
	case first == nil || first.at > until:
		return event{}, false
	case from == len(q.lines):
		q.size--
		return q.pop(), true
	default:
		q.size--
		return q.lines[from].pop(), true
	}
}

// drop removes the events that happen no later than a time.
func (q *queue) drop(until instant) {
	for q.size > 0 {
		if _, ok := q.next(until); !ok {
			return
		}
	}
}

// The heap has four children a node, which takes half the steps of two.
const children = 4

func (q *queue) up(i int) {
	h := q.heap
	for i > 0 {
		parent := (i - 1) / children
		if !h[i].before(&h[parent]) {
			return
		}
		h[i], h[parent] = h[parent], h[i]
		i = parent
	}
}

func (q *queue) pop() event {
	h := q.heap
	first, last := h[0], len(h)-1
	h[0] = h[last]
	q.heap = h[:last]
	q.down()
	return first
}

func (q *queue) down() {
	h := q.heap
	for i := 0; ; {
		least := i
		for child := i*children + 1; child <= i*children+children && child < len(h); child++ {
			if h[child].before(&h[least]) {
				least = child
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

// line is a ring of events in the order of their times.
type line struct {
	ring       []event
	head, size int
}

// add adds an event at the end, and reports false if it belongs before it.
func (l *line) add(e event) bool {
	if l.size > 0 && e.at < l.ring[(l.head+l.size-1)&(len(l.ring)-1)].at {
		return false
	}
	if l.size == len(l.ring) {
		l.grow()
	}
	l.ring[(l.head+l.size)&(len(l.ring)-1)] = e
	l.size++
	return true
}

func (l *line) first() *event {
	if l.size == 0 {
		return nil
	}
	return &l.ring[l.head]
}

func (l *line) pop() event {
	e := l.ring[l.head]
	l.head = (l.head + 1) & (len(l.ring) - 1)
	l.size--
	return e
}

// grow doubles the ring, whose size is a power of two.
func (l *line) grow() {
	bigger := make([]event, max(2*len(l.ring), 64))
	for i := range l.size {
		bigger[i] = l.ring[(l.head+i)&(len(l.ring)-1)]
	}
	l.ring, l.head = bigger, 0
}
