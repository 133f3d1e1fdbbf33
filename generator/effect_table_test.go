package generator_test

import (
	"strings"
)

// effects has, for every property of the JSON Schema, two specs that differ in
// that property alone. "p:" begins the text of a policy, "c:" that of a client
// under a policy p, "h:" that of an HTTP client and "e:" that of engines under
// policies p and q, and "l:" that of layers, which concern judgements alone;
// anything else is a whole spec.
var effects = map[string][2]string{
	"/$schema":  {"$schema: a.json\nversion: 1", ""}, // for editors only
	"/version":  {minimal, strings.Replace(minimal, "version: 1", "version: 2", 1)},
	"/package":  {minimal, strings.Replace(minimal, "package: app", "package: other", 1)},
	"/output":   {minimal, minimal + "\noutput: elsewhere.go"},
	"/build":    {minimal, minimal + "\nbuild: linux"},
	"/runtime":  {minimal + "\noutput: app/", minimal + "\noutput: app/\nruntime: copy"},
	"/tests":    {minimal, minimal + "\ntests: true"},
	"/policies": {minimal, strings.Replace(minimal, "p: {", "q: {", 1)},
	"/clients":  {minimal, minimal + "\nclients: {Retrying: {wraps: Gateway}}"},

	"policy/description":     {"p:description: a, exosphere: {}", "p:description: b, exosphere: {}"},
	"policy/fidelity":        {"p:fidelity: documented, exosphere: {strategy: FIXED_FULL_JITTER}", "p:fidelity: implemented, exosphere: {strategy: FIXED_FULL_JITTER}"},
	"policy/exosphere":       {"p:exosphere: {}", "p:httpx: {}"},
	"policy/prodigy":         {"p:prodigy: {}", "p:httpx: {}"},
	"policy/temporal":        {"p:temporal: {}", "p:httpx: {}"},
	"policy/httpx":           {"p:httpx: {}", "p:smithy: {}"},
	"policy/smithy":          {"p:smithy: {}", "p:httpx: {}"},
	"policy/from":            {"p:from: a.json", "p:from: b.json"},
	"policy/dialect":         {"p:from: a.json, dialect: exosphere", "p:from: a.json, dialect: prodigy"},
	"from/file":              {"p:from: {file: a.json}", "p:from: {file: b.json}"},
	"from/pointer":           {"p:from: {file: two.yaml, pointer: /setup/0}", "p:from: {file: two.yaml, pointer: /setup/1}"},
	"policy/attempt_timeout": {"p:exosphere: {}, attempt_timeout: 1s", "p:exosphere: {}, attempt_timeout: 2s"},
	"policy/total_timeout":   {"p:exosphere: {}, total_timeout: 1m", "p:exosphere: {}, total_timeout: 2m"},
	"policy/errors":          {"p:exosphere: {}", "p:exosphere: {}, errors: {stop: [ErrA]}"},
	"policy/backoff":         {"p:exosphere: {}", "p:exosphere: {}, backoff: {func: squares}"},
	"backoff/func":           {"p:exosphere: {}, backoff: {func: squares}", "p:exosphere: {}, backoff: {func: cubes}"},
	"policy/retry_after":     {"p:exosphere: {}", "p:exosphere: {}, retry_after: {max: 1s}"},
	"policy/quota":           {"p:exosphere: {}", "p:exosphere: {}, quota: {}"},
	"policy/circuit_breaker": {"p:exosphere: {}", "p:exosphere: {}, circuit_breaker: {}"},
	"policy/nested":          {"p:exosphere: {}, nested: allow", "p:exosphere: {}, nested: once"},

	"exosphere/max_retries":    {"p:exosphere: {max_retries: 3}", "p:exosphere: {max_retries: 4}"},
	"exosphere/strategy":       {"p:exosphere: {strategy: LINEAR}", "p:exosphere: {strategy: FIXED}"},
	"exosphere/backoff_factor": {"p:exosphere: {backoff_factor: 1}", "p:exosphere: {backoff_factor: 2}"},
	"exosphere/exponent":       {"p:exosphere: {exponent: 2}", "p:exosphere: {exponent: 3}"},
	"exosphere/max_delay":      {"p:exosphere: {max_delay: 3000}", "p:exosphere: {max_delay: 5000}"},

	"prodigy/attempts":           {"p:prodigy: {attempts: 3}", "p:prodigy: {attempts: 4}"},
	"prodigy/backoff":            {"p:prodigy: {backoff: fixed}", "p:prodigy: {backoff: fibonacci}"},
	"prodigy/initial_delay":      {"p:prodigy: {initial_delay: 1s}", "p:prodigy: {initial_delay: 2s}"},
	"prodigy/max_delay":          {"p:prodigy: {max_delay: 1s}", "p:prodigy: {max_delay: 2s}"},
	"prodigy/jitter":             {"p:prodigy: {jitter: false}", "p:prodigy: {jitter: true}"},
	"prodigy/jitter_factor":      {"p:prodigy: {jitter: true, jitter_factor: 0.1}", "p:prodigy: {jitter: true, jitter_factor: 0.2}"},
	"prodigy/retry_on":           {"p:prodigy: {retry_on: [timeout]}", "p:prodigy: {retry_on: [network]}"},
	"prodigy/retry_budget":       {"p:prodigy: {retry_budget: 2s}", "p:prodigy: {retry_budget: 4s}"},
	"prodigy/on_failure":         {"p:prodigy: {on_failure: stop}", "p:prodigy: {on_failure: continue}"},
	"prodigyBackoff/fixed":       {"p:prodigy: {backoff: {fixed: null}}", "p:prodigy: {backoff: {fibonacci: null}}"},
	"prodigyBackoff/fibonacci":   {"p:prodigy: {backoff: {fibonacci: null}}", "p:prodigy: {}"},
	"prodigyBackoff/linear":      {"p:prodigy: {backoff: {linear: {increment: 5s}}}", "p:prodigy: {}"},
	"prodigyBackoff/exponential": {"p:prodigy: {backoff: {exponential: {}}}", "p:prodigy: {backoff: fixed}"},
	"prodigyBackoff/custom":      {"p:prodigy: {backoff: {custom: {delays: []}}}", "p:prodigy: {}"},
	"prodigyLinear/increment":    {"p:prodigy: {backoff: {linear: {increment: 5s}}}", "p:prodigy: {backoff: {linear: {increment: 6s}}}"},
	"prodigyExponential/base":    {"p:prodigy: {backoff: {exponential: {base: 3}}}", "p:prodigy: {backoff: {exponential: {base: 4}}}"},
	"prodigyCustom/delays":       {custom("[3, 0]"), custom("[3, 0], [4, 0]")},
	"prodigyDelay/secs":          {custom("{secs: 3, nanos: 1}"), custom("{secs: 4, nanos: 1}")},
	"prodigyDelay/nanos":         {custom("{secs: 3, nanos: 1}"), custom("{secs: 3, nanos: 2}")},
	"prodigyMatcher/network":     {"p:prodigy: {retry_on: [{network: null}]}", "p:prodigy: {}"},
	"prodigyMatcher/timeout":     {"p:prodigy: {retry_on: [{timeout: null}]}", "p:prodigy: {}"},
	"prodigyMatcher/server_error": {
		"p:prodigy: {retry_on: [{server_error: null}]}", "p:prodigy: {}"},
	"prodigyMatcher/rate_limit": {"p:prodigy: {retry_on: [{rate_limit: null}]}", "p:prodigy: {}"},
	"prodigyMatcher/pattern":    {"p:prodigy: {retry_on: [{pattern: a}]}", "p:prodigy: {retry_on: [{pattern: b}]}"},
	"prodigyOnFailure/stop":     {"p:prodigy: {on_failure: {stop: null}}", "p:prodigy: {on_failure: {continue: null}}"},
	"prodigyOnFailure/continue": {"p:prodigy: {on_failure: {continue: null}}", "p:prodigy: {}"},
	"prodigyOnFailure/fallback": {"p:prodigy: {on_failure: {fallback: {command: a}}}", "p:prodigy: {}"},
	"prodigyFallback/command":   {"p:prodigy: {on_failure: {fallback: {command: a}}}", "p:prodigy: {on_failure: {fallback: {command: b}}}"},

	"temporal/initial_interval":          {"p:temporal: {initial_interval: 1s}", "p:temporal: {initial_interval: 2s}"},
	"temporal/initialInterval":           {"p:temporal: {initialInterval: 1s}", "p:temporal: {initialInterval: 2s}"},
	"temporal/backoff_coefficient":       {"p:temporal: {backoff_coefficient: 2}", "p:temporal: {backoff_coefficient: 3}"},
	"temporal/backoffCoefficient":        {"p:temporal: {backoffCoefficient: 2}", "p:temporal: {backoffCoefficient: 3}"},
	"temporal/maximum_interval":          {"p:temporal: {maximum_interval: 10s}", "p:temporal: {maximum_interval: 20s}"},
	"temporal/maximumInterval":           {"p:temporal: {maximumInterval: 10s}", "p:temporal: {maximumInterval: 20s}"},
	"temporal/maximum_attempts":          {"p:temporal: {maximum_attempts: 3}", "p:temporal: {maximum_attempts: 4}"},
	"temporal/maximumAttempts":           {"p:temporal: {maximumAttempts: 3}", "p:temporal: {maximumAttempts: 4}"},
	"temporal/non_retryable_error_types": {"p:temporal: {non_retryable_error_types: [A]}", "p:temporal: {non_retryable_error_types: [B]}"},
	"temporal/nonRetryableErrorTypes":    {"p:temporal: {nonRetryableErrorTypes: [A]}", "p:temporal: {nonRetryableErrorTypes: [B]}"},

	"httpx/total":                      {"p:httpx: {total: 3}", "p:httpx: {total: 4}"},
	"httpx/backoff_factor":             {"p:httpx: {backoff_factor: 0.5}", "p:httpx: {backoff_factor: 0.6}"},
	"httpx/backoff_jitter":             {"p:httpx: {backoff_factor: 1, backoff_jitter: 0.5}", "p:httpx: {backoff_factor: 1, backoff_jitter: 0.6}"},
	"httpx/max_backoff_wait":           {"p:httpx: {max_backoff_wait: 10}", "p:httpx: {max_backoff_wait: 20}"},
	"httpx/status_forcelist":           {"p:httpx: {status_forcelist: [500]}", "p:httpx: {status_forcelist: [501]}"},
	"httpx/allowed_methods":            {fetching("allowed_methods: [GET]"), fetching("allowed_methods: [PUT]")},
	"httpx/respect_retry_after_header": {"p:httpx: {respect_retry_after_header: true}", "p:httpx: {respect_retry_after_header: false}"},
	"httpx/total_timeout":              {"p:httpx: {total_timeout: 5}", "p:httpx: {total_timeout: 6}"},

	"smithy/retry_mode":                  {"p:smithy: {retry_mode: standard}", "p:smithy: {retry_mode: simple}"},
	"smithy/max_attempts":                {"p:smithy: {max_attempts: 3}", "p:smithy: {max_attempts: 4}"},
	"smithy/backoff_strategy":            {"p:smithy: {}", "p:smithy: {backoff_strategy: {}}"},
	"smithy/throttling_backoff_strategy": {"p:smithy: {}", "p:smithy: {throttling_backoff_strategy: {}}"},
	"smithy/retry_quota":                 {"p:smithy: {}", "p:smithy: {retry_quota: null}"},
	"smithyQuota/initial_capacity":       {"p:smithy: {retry_quota: {initial_capacity: 20}}", "p:smithy: {retry_quota: {initial_capacity: 30}}"},
	"smithyBackoff/backoff_scale_value":  {smithy("backoff_scale_value: 1"), smithy("backoff_scale_value: 2")},
	"smithyBackoff/max_backoff":          {smithy("max_backoff: 1"), smithy("max_backoff: 2")},
	"smithyBackoff/jitter_type":          {smithy("jitter_type: FULL"), smithy("jitter_type: NONE")},

	"errors/stop":     {"p:exosphere: {}, errors: {stop: [ErrA]}", "p:exosphere: {}, errors: {stop: [ErrB]}"},
	"errors/retry":    {"p:exosphere: {}, errors: {retry: [ErrA]}", "p:exosphere: {}, errors: {retry: [ErrB]}"},
	"matcher/status":  {matching("status: [429]"), matching("status: [430]")},
	"matcher/grpc":    {matching("status: [429]"), matching("grpc: [UNAVAILABLE]")},
	"matcher/pattern": {matching("pattern: a"), matching("pattern: b")},
	"matcher/type":    {matching("type: A"), matching("type: B")},
	"matcher/func":    {matching("func: isA"), matching("func: isB")},

	"matcher/service":  {matching("service: redis"), matching("service: aws")},
	"matcher/sqlstate": {matching(`sqlstate: "40001"`), matching(`sqlstate: "40P01"`)},
	"matcher/code":     {matching("code: A"), matching("code: B")},
	"matcher/label":    {matching("label: A"), matching("label: B")},
	"matcher/prefix":   {matching("prefix: A"), matching("prefix: B")},
	"matcher/method":   {matching("method: Temporary"), matching("method: Retriable")},
	"matcher/of":       {matching(`code: 1, of: "*Numbered", field: Number`), matching(`code: 1, of: Valued, field: Number`)},
	"matcher/field":    {matching(`code: 1, of: "*Numbered", field: Number`), matching(`code: 1, of: "*Numbered", field: Other`)},
	"matcher/outcome":  {unsafe("outcome: unknown"), unsafe("outcome: undone")},

	"retryAfter/respect": {"p:exosphere: {}, retry_after: {respect: true}", "p:exosphere: {}, retry_after: {respect: false}"},
	"retryAfter/max":     {"p:exosphere: {}, retry_after: {max: 1s}", "p:exosphere: {}, retry_after: {max: 2s}"},

	"/layers":        {"l:below: [{name: a, attempts: 3}]", minimal},
	"layers/limit":   {"l:below: [{name: a, attempts: 3}]", "l:below: [{name: a, attempts: 3}], limit: 12"},
	"layers/above":   {"l:limit: 3", "l:limit: 3, above: [{name: a, attempts: 2}]"},
	"layers/below":   {"l:limit: 3", "l:limit: 3, below: [{name: a, attempts: 2}]"},
	"layer/name":     {"l:below: [{name: a, attempts: 3}]", "l:below: [{name: b, attempts: 3}]"},
	"layer/attempts": {"l:below: [{name: a, attempts: 3}]", "l:below: [{name: a, attempts: 4}]"},

	"quota/preset":            {quota("preset: aws-2026"), quota("preset: aws-legacy")},
	"quota/capacity":          {quota("capacity: 20"), quota("capacity: 30")},
	"quota/retry_cost":        {quota("retry_cost: 1"), quota("retry_cost: 2")},
	"quota/throttle_cost":     {quota("throttle_cost: 1"), quota("throttle_cost: 2")},
	"quota/timeout_cost":      {quota("timeout_cost: 1"), quota("timeout_cost: 2")},
	"quota/success_refund":    {quota("success_refund: 0.25"), quota("success_refund: 0.5")},
	"quota/refill_per_second": {quota("refill_per_second: 0"), quota("refill_per_second: 0.25")},
	"quota/max_tokens":        {quota("max_tokens: 20"), quota("max_tokens: 30")},
	"quota/token_ratio":       {quota("token_ratio: 0.25"), quota("token_ratio: 0.5")},
	"quota/scope":             {scoped("policy"), scoped("client")},
	"quota/name":              {quota("scope: process, name: a"), quota("scope: process, name: b")},

	"circuitBreaker/failure_threshold": {breaker("failure_threshold: 2"), breaker("failure_threshold: 3")},
	"circuitBreaker/recovery_timeout":  {breaker("recovery_timeout: 2s"), breaker("recovery_timeout: 3s")},
	"circuitBreaker/half_open_probes":  {breaker("half_open_probes: 2"), breaker("half_open_probes: 3")},

	"circuitBreaker/scope": {scopedBreaker("policy"), scopedBreaker("client")},
	"circuitBreaker/name":  {breaker("scope: process, name: a"), breaker("scope: process, name: b")},
	"client/operation":     {"c:wraps: Gateway, policy: p", "c:wraps: Gateway, policy: p, operation: s3"},

	"client/http":            {"c:http: {policy: p}", "c:wraps: Gateway, policy: p"},
	"httpClient/policy":      {"h:policy: p", "h:policy: q"},
	"httpClient/idempotency": {"h:policy: p", "h:policy: p, idempotency: keyed"},
	"httpClient/routes":      {"h:policy: p", "h:policy: p, routes: [{methods: [GET], policy: q}]"},
	"httpRoute/methods":      {route("methods: [GET]"), route("methods: [PUT]")},
	"httpRoute/host":         {route("host: a.example.com"), route("host: b.example.com")},
	"httpRoute/path":         {route("path: /a"), route("path: /b")},
	"httpRoute/policy":       {"h:policy: p, routes: [{path: /a, policy: q}]", "h:policy: p, routes: [{path: /a, policy: none}]"},
	"httpRoute/safe_if":      {route("path: /a"), route("path: /a, safe_if: {header: [If-Match]}")},
	"safeIf/query":           {route("path: /a, safe_if: {query: [a]}"), route("path: /a, safe_if: {query: [b]}")},
	"safeIf/header":          {route("path: /a, safe_if: {header: [A]}"), route("path: /a, safe_if: {header: [B]}")},
	"httpRoute/idempotency":  {route("path: /a"), route("path: /a, idempotency: keyed")},

	"client/wraps":           {"c:wraps: Gateway", "c:wraps: Other"},
	"client/policy":          {"c:wraps: Gateway, policy: p", "c:wraps: Gateway, policy: none"},
	"client/methods":         {"c:wraps: Gateway", "c:wraps: Gateway, methods: {Get: p}"},
	"client/from":            {"c:wraps: Gateway, policy: p", "c:wraps: Gateway, policy: p, from: {openapi: model.json}"},
	"clientFrom/openapi":     {"c:wraps: Gateway, policy: p, from: {openapi: model.json}", "c:wraps: Gateway, policy: p, from: {openapi: none.json}"},
	"clientFrom/retry":       {"c:wraps: Gateway, policy: p, from: {openapi: model.json}", "c:wraps: Gateway, policy: p, from: {openapi: model.json, retry: x-retry}"},
	"clientFrom/idempotent":  {"c:wraps: Gateway, policy: p, from: {openapi: model.json}", "c:wraps: Gateway, policy: p, from: {openapi: model.json, idempotent: x-safe}"},
	"client/idempotency":     {"c:wraps: Gateway, policy: p", "c:wraps: Gateway, policy: p, idempotency: {Get: unsafe}"},
	"client/fake":            {"c:wraps: Open, policy: p", "c:wraps: Open, policy: p, fake: {package: apptest}"},
	"fake/package":           {"c:wraps: Open, policy: p, fake: {package: apptest}", "c:wraps: Open, policy: p, fake: {package: fakes}"},
	"client/children":        {"c:wraps: Family, policy: p", "c:wraps: Family, policy: p, children: all"},
	"child/name":             {child("name: First"), child("name: Second")},
	"child/policy":           {child("policy: p"), child("policy: none")},
	"child/methods":          {child("policy: p"), child("policy: p, methods: {Put: none}")},
	"child/idempotency":      {child("policy: p"), child("policy: p, idempotency: {Get: unsafe}")},
	"child/children":         {child("policy: p"), child("policy: p, children: {Below: none}")},
	"method/policy":          {"c:wraps: Gateway, methods: {Get: {policy: p}}", "c:wraps: Gateway, methods: {Get: {policy: none}}"},
	"method/attempt_timeout": {"c:wraps: Gateway, methods: {Get: {policy: p, attempt_timeout: 1s}}", "c:wraps: Gateway, methods: {Get: {policy: p, attempt_timeout: 2s}}"},
	"method/idempotency":     {"c:wraps: Gateway, methods: {Get: {policy: p, idempotency: keyed}}", "c:wraps: Gateway, methods: {Get: {policy: p, idempotency: unsafe}}"},
	"/engines":               {minimal, minimal + "\nengines: {river: {policies: [p]}}"},
	"engines/temporal":       {"e:temporal: {policies: [p]}", "e:temporal: {policies: [p]}, river: {policies: [p]}"},
	"engines/river":          {"e:river: {policies: [p]}", "e:river: {policies: [p]}, asynq: {policies: [p]}"},
	"engines/asynq":          {"e:asynq: {policies: [p]}", "e:asynq: {policies: [p]}, river: {policies: [p]}"},
	"engines/grpc":           {"e:river: {policies: [p]}", "e:river: {policies: [p]}, grpc: {A: {client: ./stubs.GatewayClient, policy: p}}"},
	"engines/connect":        {"e:river: {policies: [p]}", "e:river: {policies: [p]}, connect: {A: {client: ./stubs.PlainClient, policy: p}}"},
	"engine/policies":        {"e:river: {policies: [p]}", "e:river: {policies: [q]}"},
	"stub/client":            {"e:grpc: {A: {client: ./stubs.GatewayClient, policy: p}}", "e:grpc: {A: {client: ./stubs.OtherClient, policy: p}}"},
	"stub/service":           {"e:grpc: {A: {client: ./stubs.GatewayClient, policy: p}}", "e:grpc: {A: {service: a.b.Gateway, policy: p}}"},
	"stub/policy":            {"e:grpc: {A: {client: ./stubs.GatewayClient, policy: p}}", "e:grpc: {A: {client: ./stubs.GatewayClient, policy: q}}"},
	"stub/methods":           {"e:grpc: {A: {client: ./stubs.GatewayClient, policy: p}}", "e:grpc: {A: {client: ./stubs.GatewayClient, policy: p, methods: {Get: none}}}"},

	"client/error":      {"c:wraps: Gateway, policy: p", "c:wraps: Gateway, policy: p, error: Failure"},
	"method/error":      {"c:wraps: Gateway, methods: {Ask: p}", "c:wraps: Gateway, methods: {Ask: {policy: p, error: Failure}}"},
	"method/replayable": {"c:wraps: Gateway, methods: {Put: {policy: p}}", "c:wraps: Gateway, methods: {Put: {policy: p, replayable: true}}"},
}

func custom(delays string) string {
	return "p:prodigy: {backoff: {custom: {delays: [" + delays + "]}}}"
}

func smithy(strategy string) string { return "p:smithy: {backoff_strategy: {" + strategy + "}}" }

func quota(amounts string) string { return "p:exosphere: {}, quota: {" + amounts + "}" }

func breaker(settings string) string { return "p:exosphere: {}, circuit_breaker: {" + settings + "}" }

func route(conditions string) string { return "h:policy: p, routes: [{" + conditions + ", policy: q}]" }

func fetching(settings string) string {
	return "version: 1\npackage: app\npolicies: {p: {httpx: {" + settings + "}}}\nclients: {Retrying: {http: {policy: p}}}"
}

func child(settings string) string {
	return "c:wraps: Family, policy: p, children: {Child: {" + settings + "}}"
}

func matching(matcher string) string {
	return "p:exosphere: {}, errors: {stop: [{" + matcher + "}]}"
}

// unsafe returns a spec whose method must not be repeated after an error of one
// kind, with further keys of its matcher.
func unsafe(keys string) string {
	return "version: 1\npackage: app\npolicies: {p: {exosphere: {}, errors: {retry: [{pattern: a, " + keys + "}]}}}\n" +
		"clients: {Retrying: {wraps: Gateway, methods: {Get: {policy: p, idempotency: unsafe}}}}"
}

// scoped returns a spec with two policies whose quotas have the given scope.
func scoped(scope string) string {
	quota := "{exosphere: {}, quota: {scope: " + scope + "}}"
	return "version: 1\npackage: app\npolicies: {p: " + quota + ", q: " + quota + "}\n" +
		"clients: {Retrying: {wraps: Other, policy: p, methods: {Close: q}}}"
}

// scopedBreaker returns a spec with two policies whose breakers have the given
// scope.
func scopedBreaker(scope string) string {
	return strings.ReplaceAll(scoped(scope), "quota:", "circuit_breaker:")
}
