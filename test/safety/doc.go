// Package safety attacks retrygen from outside: the built command with hostile
// specs, with kills and with full disks, and generated clients with the faults
// that have broken other retry libraries. It has tests only; docs/safety.md
// says what they promise.
package safety
