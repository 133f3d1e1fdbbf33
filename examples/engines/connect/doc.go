// Package health retries the calls of a Connect client by an interceptor.
package health

//go:generate go tool retrygen generate
