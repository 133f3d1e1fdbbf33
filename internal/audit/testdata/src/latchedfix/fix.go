package latchedfix

func retry(f func() error) error {
	var err error
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

func list() ([]string, error) { return nil, nil }

func appended() ([]string, error) {
	var all []string
	err := retry(func() error {
		next, err := list()
		all = append(all, next...) // want `RA101`
		return err
	})
	return all, err
}

func counted() (int, error) {
	n := 0
	err := retry(func() error {
		next, err := list()
		n += len(next) // want `RA101`
		return err
	})
	return n, err
}

func mapped() (map[string]bool, error) {
	seen := make(map[string]bool)
	err := retry(func() error {
		next, err := list()
		for _, name := range next {
			seen[name] = true // want `RA101`
		}
		return err
	})
	return seen, err
}

func flagged() (bool, error) {
	var found bool
	err := retry(func() error {
		next, err := list()
		if len(next) > 3 {
			found = true // want `RA101`
		}
		return err
	})
	return found, err
}

// The slice has an element before the first attempt: there is no fix.
func begun() ([]string, error) {
	all := []string{"first"}
	err := retry(func() error {
		next, err := list()
		all = append(all, next...) // want `RA101`
		return err
	})
	return all, err
}

// The slice has the elements of other rounds: there is no fix.
func rounds() ([]string, error) {
	var all []string
	for range 3 {
		err := retry(func() error {
			next, err := list()
			all = append(all, next...) // want `RA101`
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
