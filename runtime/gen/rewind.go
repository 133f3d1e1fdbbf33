package gen

import (
	"io"
	"reflect"

	retry "github.com/retrygen/retrygen/runtime"
)

// Positions are where the parameters of a call stand that its attempts read.
type Positions []position

type position struct {
	of     io.Seeker
	offset int64
	err    error // why the offset is not known
}

// PositionsOf returns where parameters stand now. A nil parameter has no
// position, and need not be rewound.
func PositionsOf(params ...io.Seeker) Positions {
	var all Positions
	for _, s := range params {
		if isNil(s) {
			continue
		}
		offset, err := s.Seek(0, io.SeekCurrent)
		all = append(all, position{s, offset, err})
	}
	return all
}

func isNil(s io.Seeker) bool {
	v := reflect.ValueOf(s)
	return s == nil || v.Kind() == reflect.Pointer && v.IsNil()
}

// Rewind takes the parameters back to their positions before a retry. failure is
// the error of the last attempt; before the first one, where it is nil, there is
// nothing to do. If a parameter cannot be rewound, such as a pipe, the error is
// final, and wraps the failure.
func (p Positions) Rewind(failure error) error {
	if failure == nil {
		return nil
	}
	for _, at := range p {
		err := at.err
		if err == nil {
			_, err = at.of.Seek(at.offset, io.SeekStart)
		}
		if err != nil {
			return retry.Prune(&rewindError{failure, err})
		}
	}
	return nil
}

// rewindError is the error of a call whose parameter cannot be rewound.
type rewindError struct{ failure, cause error }

// Error returns the text of the error.
func (e *rewindError) Error() string {
	return e.failure.Error() + "; no retry, because a parameter cannot be rewound: " + e.cause.Error()
}

// Unwrap returns the error of the last attempt, and why there is no other.
func (e *rewindError) Unwrap() []error { return []error{e.failure, e.cause} }
