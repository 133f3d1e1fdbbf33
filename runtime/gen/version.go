package gen

// SupportsV1 exists so that generated code can refer to it. If the reference
// does not compile, generated file and runtime disagree: regenerate the file
// or upgrade github.com/retrygen/retrygen.
const SupportsV1 = true
