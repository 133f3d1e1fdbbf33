package service

const (
	elasticErrors = "Elasticsearch documentation, REST API: error status codes"
	elasticPath   = "github.com/elastic/go-elasticsearch/v*/typedapi/types"
)

var elasticsearch = Table{
	Name: "elasticsearch", System: "Elasticsearch",
	Retry: append([]Row{
		{statusField(notSent, elasticPath, "*ElasticsearchError", "Status", 429), "the queue of the node is full, or a circuit breaker is open", elasticErrors},
		{statusField(unknown, elasticPath, "*ElasticsearchError", "Status", 502, 503, 504), "the cluster cannot be reached", elasticErrors},
	}, connection...),
	Final: []Row{
		{statusField(undone, elasticPath, "*ElasticsearchError", "Status", 400, 401, 403, 404, 409), "the request is wrong, or the document has another version", elasticErrors},
	},
}
