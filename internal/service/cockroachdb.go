package service

const cockroachCodes = "CockroachDB documentation, Transaction Retry Error Reference and Common Errors"

var cockroachdb = Table{
	Name: "cockroachdb", System: "CockroachDB",
	Retry: append([]Row{
		{sqlState(undone, "40001"), "the transaction was rolled back and should be run again", cockroachCodes},
		{sqlState(undone, "55P03"), "a lock was not available, so the statement was not carried out", cockroachCodes},
		{sqlState(notSent, "08001", "08004"), "no connection could be made", cockroachCodes},
		{sqlState(notSent, "53300"), "the node has too many connections", cockroachCodes},
		{sqlState(unknown, "40003"), "the result is ambiguous: the transaction may have been committed", cockroachCodes},
		{sqlState(unknown, "57P01"), "the node is shutting down", cockroachCodes},
		{sqlState(unknown, "08000", "08003", "08006"), "the connection was lost", cockroachCodes},
		{method(notSent, "SafeToRetry"), "pgx did not send the statement", "github.com/jackc/pgx/v5/pgconn, SafeToRetry"},
		badConnectionOfPq,
	}, connection...),
	Final: []Row{
		{sqlState(undone, "22*"), "the data are invalid", cockroachCodes},
		{sqlState(undone, "23*"), "a constraint is violated", cockroachCodes},
		{sqlState(undone, "28*"), "the user or password is wrong", cockroachCodes},
		{sqlState(undone, "42*"), "the statement is wrong, or a privilege is missing", cockroachCodes},
		{sqlState(unknown, "XXA00"), "the transaction was committed, but a schema change in it failed", cockroachCodes},
		noRows,
		{declared(unknown, "github.com/jackc/pgx/v*", "ErrNoRows"), "the query has no result", "github.com/jackc/pgx/v5, ErrNoRows"},
	},
}
