// Package simulate answers what a fleet of clients with a policy does to a
// dependency that fails, and whether the system comes back. It is a simulation by
// discrete events: the clients run the runtime as it is shipped, on virtual time,
// over the compiled form of the policy, whose waits equal the waits of generated code.
// Only the server and the network are models.
package simulate
