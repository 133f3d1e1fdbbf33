package service

const postgresCodes = "PostgreSQL documentation, Appendix A: PostgreSQL Error Codes"

var postgres = Table{
	Name: "postgres", System: "PostgreSQL",
	Retry: append([]Row{
		{sqlState(undone, "40001"), "serialization failure: the transaction was rolled back", postgresCodes},
		{sqlState(undone, "40P01"), "deadlock: the transaction was rolled back", postgresCodes},
		{sqlState(undone, "55P03"), "a lock was not available, so the statement was not carried out", postgresCodes},
		{sqlState(undone, "25006"), "the server is read-only, as after a failover", postgresCodes},
		{sqlState(notSent, "08001", "08004"), "no connection could be made", postgresCodes},
		{sqlState(notSent, "53300"), "the server has too many connections", postgresCodes},
		{sqlState(notSent, "57P03"), "the server is starting up or shutting down", postgresCodes},
		{sqlState(unknown, "57P01", "57P02"), "the server was shut down during the statement", postgresCodes},
		{sqlState(unknown, "08000", "08003", "08006", "08007"), "the connection was lost", postgresCodes},
		{sqlState(unknown, "40003"), "the server does not know whether the statement completed", postgresCodes},
		{field(undone, "github.com/lib/pq", "*Error", "Code", "40001", "40P01", "55P03", "25006"), "the same with versions of lib/pq without SQLState", "github.com/lib/pq, error.go"},
		{field(notSent, "github.com/lib/pq", "*Error", "Code", "08001", "08004", "53300", "57P03"), "the same with versions of lib/pq without SQLState", "github.com/lib/pq, error.go"},
		{field(unknown, "github.com/lib/pq", "*Error", "Code", "57P01", "57P02", "08000", "08003", "08006"), "the same with versions of lib/pq without SQLState", "github.com/lib/pq, error.go"},
		{method(notSent, "SafeToRetry"), "pgx did not send the statement", "github.com/jackc/pgx/v5/pgconn, SafeToRetry"},
		badConnectionOfPq,
	}, connection...),
	Final: []Row{
		{sqlState(undone, "22*"), "the data are invalid", postgresCodes},
		{sqlState(undone, "23*"), "a constraint is violated", postgresCodes},
		{sqlState(undone, "28*"), "the role or password is wrong", postgresCodes},
		{sqlState(undone, "42*"), "the statement is wrong, or a privilege is missing", postgresCodes},
		noRows,
		{declared(unknown, "github.com/jackc/pgx/v*", "ErrNoRows"), "the query has no result", "github.com/jackc/pgx/v5, ErrNoRows"},
	},
}
