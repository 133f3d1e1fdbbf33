package service

const (
	githubLimits = "GitHub documentation, Rate limits for the REST API"
	githubPath   = "github.com/google/go-github/v*/github"
)

var github = Table{
	Name: "github", System: "GitHub",
	Retry: append([]Row{
		{declared(notSent, githubPath, "*RateLimitError"), "the primary rate limit is used up", githubLimits},
		{declared(notSent, githubPath, "*AbuseRateLimitError"), "the secondary rate limit is used up", githubLimits},
		{statusField(notSent, githubPath, "*ErrorResponse", "Response.StatusCode", 429), "a rate limit is used up", githubLimits},
		{statusField(unknown, githubPath, "*ErrorResponse", "Response.StatusCode", 500, 502, 503, 504), "the service had an error", "GitHub documentation, Troubleshooting the REST API"},
	}, connection...),
	Final: []Row{
		{statusField(undone, githubPath, "*ErrorResponse", "Response.StatusCode", 400, 401, 404, 409, 410, 422), "the request is wrong, or a permission is missing", "GitHub documentation, Troubleshooting the REST API"},
	},
}
