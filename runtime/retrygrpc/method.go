package retrygrpc

import (
	"strings"

	"google.golang.org/grpc"
)

// FullMethod returns the full name of the unary method of a service that has the
// given name in Go, such as "/pay.v1.Gateway/Charge". It is for clients without
// constants of these names, which protoc-gen-go-grpc generates since version 1.3.
func FullMethod(service *grpc.ServiceDesc, method string) string {
	for _, m := range service.Methods {
		if goName(m.MethodName) == method {
			return "/" + service.ServiceName + "/" + m.MethodName
		}
	}
	return "/" + service.ServiceName + "/" + method
}

// goName returns the name of a method of a proto file in Go.
func goName(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c == '_' && i == 0:
			c = 'X'
		case c == '_' && i+1 < len(name) && isLower(name[i+1]):
			continue
		}
		if isLower(c) && startsWord(name, i) {
			c -= 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// startsWord reports whether the letter at i is not a part of the lower-case rest
// of a word.
func startsWord(name string, i int) bool {
	if i == 0 {
		return true
	}
	before := name[i-1]
	return before == '_' || '0' <= before && before <= '9'
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
