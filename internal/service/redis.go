package service

const (
	redisErrors  = "github.com/redis/go-redis/v9, error.go: shouldRetry"
	redisCluster = "Redis documentation, Redis cluster specification"
	redisPackage = "github.com/redis/go-redis/v*"
)

var redis = Table{
	Name: "redis", System: "Redis and Valkey",
	Retry: append([]Row{
		{prefix(notSent, "LOADING "), "the server is loading its data", redisErrors},
		{prefix(notSent, "READONLY "), "the server is a replica, as after a failover", redisErrors},
		{prefix(notSent, "MASTERDOWN "), "the replica has lost its master", redisErrors},
		{prefix(notSent, "CLUSTERDOWN "), "the cluster does not serve the slot", redisCluster},
		{prefix(notSent, "TRYAGAIN "), "the slot is being moved", redisCluster},
		{prefix(notSent, "NOREPLICAS "), "the master has too few replicas to accept writes", "Redis documentation, Replication: min-replicas-to-write"},
		{prefix(notSent, "BUSY "), "a script is running", "Redis documentation, Scripting with Lua"},
		{prefix(notSent, "ERR max number of clients reached"), "the server has too many connections", redisErrors},
		{declared(unknown, "io", "EOF"), "the server closed the connection", redisErrors},
		{declared(undone, redisPackage, "TxFailedErr"), "a watched key changed, so the transaction was not carried out", "github.com/redis/go-redis/v9, tx.go"},
		{declared(notSent, redisPackage, "ErrPoolTimeout"), "no connection of the pool was free in time", "github.com/redis/go-redis/v9, error.go"},
	}, connection...),
	Final: []Row{
		{declared(unknown, redisPackage, "Nil"), "the key does not exist", "github.com/redis/go-redis/v9, redis.Nil"},
		{prefix(undone, "WRONGTYPE "), "the key holds another type", "Redis documentation, RESP protocol: errors"},
		{prefix(undone, "NOAUTH ", "WRONGPASS ", "NOPERM "), "the user, the password or a permission is wrong", "Redis documentation, ACL"},
		{prefix(undone, "NOSCRIPT "), "the script is not loaded", "Redis documentation, EVALSHA"},
		{prefix(undone, "ERR syntax error", "ERR unknown command", "ERR wrong number of arguments"), "the command is wrong", "Redis documentation, RESP protocol: errors"},
	},
}
