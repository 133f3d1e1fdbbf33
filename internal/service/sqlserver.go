package service

const (
	sqlServerCodes = "SQL Server documentation, Database Engine events and errors"
	azureSQLCodes  = "Azure SQL documentation, Troubleshoot transient connection errors"
)

var sqlserver = Table{
	Name: "sqlserver", System: "SQL Server and Azure SQL",
	Retry: append([]Row{
		{code(undone, "1205"), "deadlock: the transaction was rolled back", sqlServerCodes},
		{code(undone, "1222"), "lock request timeout: the statement was not carried out", sqlServerCodes},
		{code(undone, "3960", "3961"), "snapshot isolation conflict: the transaction was rolled back", sqlServerCodes},
		{code(undone, "41301", "41302", "41305", "41325", "41839"), "conflict on a memory-optimized table: the transaction was rolled back", sqlServerCodes},
		{code(notSent, "4060", "4221", "40613"), "the database is not available for logins at the moment", azureSQLCodes},
		{code(notSent, "10928", "10929", "40501", "49918", "49919", "49920"), "the service is busy", azureSQLCodes},
		{code(unknown, "40197", "40540"), "the service had an error while it carried out the request", azureSQLCodes},
		{code(unknown, "64", "233", "10053", "10054", "10060"), "the connection was lost", azureSQLCodes},
		badConnection,
	}, connection...),
	Final: []Row{
		{code(undone, "515", "547", "2601", "2627"), "a constraint is violated", sqlServerCodes},
		{code(undone, "102", "156", "207", "208"), "the statement is wrong", sqlServerCodes},
		{code(undone, "229", "230", "18456"), "a permission is missing, or the login failed", sqlServerCodes},
		{code(undone, "245", "8114", "8115", "8152", "2628"), "the data are invalid", sqlServerCodes},
		noRows,
	},
}
