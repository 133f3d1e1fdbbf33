// Package page shows simulations in a browser: a policy can be edited as YAML,
// the model changed, and two policies watched next to each other. All is computed
// by the simulation; the page draws it with uPlot, whose license is embedded with
// it. The page asks for nothing outside its own address.
package page
