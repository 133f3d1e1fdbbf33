package service

// connection are the rows that every service has: the connection failed. A
// failed dial is known not to have sent anything; the runtime distinguishes it
// from a lost answer.
var connection = []Row{
	{class(unknown, "network"), "the connection failed or was lost", "package net"},
	{declared(unknown, "io", "ErrUnexpectedEOF"), "the connection ended before the answer did", "package io, ErrUnexpectedEOF"},
	{class(unknown, "timeout"), "the attempt took too long", "package net, context.DeadlineExceeded"},
}

// badConnection is the row of package database/sql for connections that were
// found broken before anything was sent.
var badConnection = Row{
	declared(notSent, "database/sql/driver", "ErrBadConn"), "the pooled connection was already broken", "package database/sql/driver, ErrBadConn",
}

// badConnectionOfPq is the same where a driver may be lib/pq: it also returns
// this error if the connection ends after the statement was sent.
var badConnectionOfPq = Row{
	declared(unknown, "database/sql/driver", "ErrBadConn"), "the connection is broken, and the statement may have been sent", "github.com/lib/pq, error.go: handleError",
}

// noRows is the row of package database/sql for a query without a result.
var noRows = Row{declared(unknown, "database/sql", "ErrNoRows"), "the query has no result", "package database/sql, ErrNoRows"}
