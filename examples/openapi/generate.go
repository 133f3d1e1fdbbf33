// Package library calls an HTTP API by a client that oapi-codegen generates from an
// OpenAPI document, under the retry settings that the document gives operation by
// operation.
package library

//go:generate go tool oapi-codegen -config oapi-codegen.yaml library.openapi.yaml
//go:generate go run -C ../.. ./cmd/retrygen generate examples/openapi/library.retry.yaml
