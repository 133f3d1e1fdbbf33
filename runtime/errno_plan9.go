package retry

// systemError knows nothing: system errors are text here, and those about
// connections reach programs inside the errors of package net.
func systemError(error) (network, known bool) { return false, false }

func isRefused(error) bool { return false }
