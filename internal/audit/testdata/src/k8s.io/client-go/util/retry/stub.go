package retry

import "k8s.io/apimachinery/pkg/util/wait"

var DefaultRetry = wait.Backoff{}

func OnError(b wait.Backoff, retriable func(error) bool, fn func() error) error { return fn() }
func RetryOnConflict(b wait.Backoff, fn func() error) error                     { return fn() }
