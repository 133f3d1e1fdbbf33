package service

const sqliteCodes = "SQLite documentation, Result and Error Codes"

var sqlite = Table{
	Name: "sqlite", System: "SQLite",
	Retry: []Row{
		{code(undone, "5", "261", "517", "773"), "SQLITE_BUSY: another connection holds the lock", sqliteCodes},
		{code(undone, "6", "262"), "SQLITE_LOCKED: another statement holds the lock", sqliteCodes},
		{field(undone, "github.com/mattn/go-sqlite3", "Error", "Code", "5", "6"), "the same with mattn/go-sqlite3", "github.com/mattn/go-sqlite3, error.go"},
		badConnection,
	},
	Final: []Row{
		{code(undone, "19", "275", "531", "787", "1043", "1299", "1555", "1811", "2067", "2579", "2835", "3091"), "SQLITE_CONSTRAINT: a constraint is violated", sqliteCodes},
		{code(undone, "1", "8", "11", "20", "23", "26"), "the statement, the file or the access to it is wrong", sqliteCodes},
		{field(undone, "github.com/mattn/go-sqlite3", "Error", "Code", "1", "8", "11", "19", "20", "23", "26"), "the same with mattn/go-sqlite3", "github.com/mattn/go-sqlite3, error.go"},
		noRows,
	},
}
