// Package partial type-checks the few declarations that specs name, from source:
// neither the rest of their packages, nor function bodies, nor most of what they
// import.
//
// The go command says which files a package has; "go list -find" is quick,
// because it looks at no imports. What a declaration needs is then followed as
// deep as it shows: the types in the signatures of a wrapped type, their methods
// Read and Error, the types that they embed, and the exported fields of structs.
// What cannot show, such as the type behind a pointer in a field, becomes an
// empty struct of that name.
//
// The result equals the one of the whole program, or there is none: a type error, cgo, a
// dot import, or anything else that leaves a doubt ends it.
package partial
