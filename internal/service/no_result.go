package service

import (
	"strings"

	"github.com/retrygen/retrygen/internal/lazyregexp"
)

// NoResult is an error value that says that there is nothing where somebody
// looked. A retry finds no more.
type NoResult struct {
	// Path is the import path of the package. A last element "v*" stands for any
	// major version, also for none.
	Path, Name string
	// IsFromUse is set if the functions of the package do not return it by
	// themselves: what uses them passes it on.
	IsFromUse bool
}

// NoResults are the error values of well-known packages that say so.
var NoResults = []NoResult{
	{"database/sql", "ErrNoRows", true},
	{"github.com/jackc/pgx/v*", "ErrNoRows", true},
	{"github.com/redis/go-redis/v*", "Nil", false},
	{"github.com/gomodule/redigo/redis", "ErrNil", false},
	{"go.mongodb.org/mongo-driver/mongo", "ErrNoDocuments", false},
	{"go.mongodb.org/mongo-driver/v2/mongo", "ErrNoDocuments", false},
	{"github.com/gocql/gocql", "ErrNotFound", false},
	{"github.com/bradfitz/gomemcache/memcache", "ErrCacheMiss", false},
	{"github.com/dgraph-io/badger/v*", "ErrKeyNotFound", false},
	{"github.com/nats-io/nats.go/jetstream", "ErrKeyNotFound", false},
	{"cloud.google.com/go/datastore", "ErrNoSuchEntity", false},
	{"cloud.google.com/go/storage", "ErrObjectNotExist", false},
	{"gorm.io/gorm", "ErrRecordNotFound", false},
}

var majorVersion = lazyregexp.New(`^/v[0-9]+$`)

// IsIn reports whether the package at path declares the value.
func (n NoResult) IsIn(path string) bool {
	stem, anyVersion := strings.CutSuffix(n.Path, "/v*")
	rest, isBelow := strings.CutPrefix(path, stem)
	return isBelow && (rest == "" || anyVersion && majorVersion().MatchString(rest))
}
