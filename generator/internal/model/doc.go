// Package model has what an output says, with everything decided: the names and
// types of each file, its imports, policies, clients, transports and engines.
// Package resolve makes a model, and package emit writes it down.
package model
