// Package formats reads retry policies from the files of other systems, and
// writes them there.
//
// [Read] takes a file of Exosphere, Prodigy, Temporal, gRPC, the AWS SDKs, Step
// Functions, Envoy, Istio, the OpenTelemetry Collector or Speakeasy and returns its policies in the words of a spec. [Source]
// does so for the key "from" of a spec, and [SpecText] writes the spec that
// has them all. Files are read as strictly as specs are, and every finding has
// its place in the file that it is about.
//
// [Export] goes the other way. It never writes without a [Report]: what it
// wrote is read again, and compared with the policy wait by wait and error by
// error. So the report says of the very text whether it is exact, how far its
// waits are off, or on which failures the two policies part.
//
// # Losses
//
// Both ways name what is lost by codes that stay: L01 (limit of attempts) to
// L20 (a system differs from its documentation). [Codes] has all of them.
package formats
