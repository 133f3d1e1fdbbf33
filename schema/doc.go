// Package schema reads retrygen's spec files: the JSON Schema, loading with
// positions, validation, and the plain data that the other packages compile.
package schema
