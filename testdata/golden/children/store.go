// Package children wraps a store whose methods return other clients.
package children

import (
	"context"
	"io"
)

// Store is a client of clients.
type Store interface {
	Bots() BotStore
	Robots() BotStore
	Channels(ctx context.Context, team string) (ChannelStore, error)
	Admin() AdminGroup
	Legacy() LegacyGroup
	Audit() AuditStore
	WithContext(ctx context.Context) Store
	Log() io.Writer
	Watch(ctx context.Context) (Events, error)
	Begin(ctx context.Context) (Tx, error)
	Ping(ctx context.Context) error
	Close() error
}

// BotStore is reached by two methods.
type BotStore interface {
	Get(id string) (string, error)
	Save(ctx context.Context, id string) error
	Count() int
}

// ChannelStore leads back to the store.
type ChannelStore interface {
	Get(ctx context.Context, id string) (string, error)
	Store() Store
	Members(limit int) MemberStore
}

// MemberStore is below a child.
type MemberStore interface {
	List(ctx context.Context) ([]string, error)
}

// AdminGroup and LegacyGroup have accessors of one name.
type AdminGroup interface {
	Users() Users
}

// LegacyGroup is the older group.
type LegacyGroup interface {
	Users() LegacyUsers
}

// Users has calls.
type Users interface {
	Find(ctx context.Context) error
}

// LegacyUsers has calls, too.
type LegacyUsers interface {
	Find(ctx context.Context) error
}

// AuditStore is returned as it is.
type AuditStore interface {
	Write(ctx context.Context, line string) error
}

// Events is a stream, and no client.
type Events interface {
	Recv() (string, error)
}

// Tx is a transaction, and no client.
type Tx interface {
	Exec(ctx context.Context) error
	Commit() error
}
