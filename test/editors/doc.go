// Package editors tests the JSON Schema of specs where people meet it: in the
// YAML language server and in the JSON language service, which are driven as
// editors drive them, and in a second validator, ajv.
//
// The tests need node and npm, and the one in Neovim needs nvim (Debian: neovim).
// They install what driver/package-lock.json pins into the user's cache directory,
// once, and are skipped where that is not possible. The cases are the archives in testdata/cases: documents with the
// markers ⟦complete⟧ and ⟦hover⟧, and next to each document what the editor
// shows. "go test ./editors -update" rewrites the latter.
package editors
