package service

import "github.com/retrygen/retrygen/internal/matcher"

const mysqlCodes = "MySQL 8.4 Error Message Reference: Server Error Messages"

// mysqlNumber matches errors of go-sql-driver/mysql by their number.
func mysqlNumber(o matcher.Outcome, numbers ...string) matcher.Matcher {
	return field(o, "github.com/go-sql-driver/mysql", "*MySQLError", "Number", numbers...)
}

var mysql = Table{
	Name: "mysql", System: "MySQL and MariaDB",
	Retry: append([]Row{
		{mysqlNumber(undone, "1213"), "deadlock: the transaction was rolled back", mysqlCodes},
		{mysqlNumber(undone, "1205"), "lock wait timeout: the statement was rolled back", mysqlCodes},
		{mysqlNumber(undone, "1290", "1792", "1836"), "the server is read-only, as after a failover", mysqlCodes},
		{mysqlNumber(notSent, "1040", "1203"), "the server has too many connections", mysqlCodes},
		{mysqlNumber(unknown, "1053"), "the server was shut down during the statement", mysqlCodes},
		{mysqlNumber(unknown, "1158", "1159", "1160", "1161"), "the connection was lost", mysqlCodes},
		{declared(unknown, "github.com/go-sql-driver/mysql", "ErrInvalidConn"), "the connection was lost", "github.com/go-sql-driver/mysql, errors.go"},
		badConnection,
	}, connection...),
	Final: []Row{
		{mysqlNumber(undone, "1022", "1048", "1062", "1169", "1216", "1217", "1451", "1452", "3819"), "a constraint is violated", mysqlCodes},
		{mysqlNumber(undone, "1044", "1045", "1142", "1143", "1227"), "a privilege is missing, or the password is wrong", mysqlCodes},
		{mysqlNumber(undone, "1049", "1054", "1064", "1146"), "the statement is wrong", mysqlCodes},
		{mysqlNumber(undone, "1264", "1292", "1366", "1406"), "the data are invalid", mysqlCodes},
		noRows,
	},
}
