package formats

import (
	"github.com/retrygen/retrygen/internal/dialect/exosphere"
	"github.com/retrygen/retrygen/internal/dialect/prodigy"
	"github.com/retrygen/retrygen/internal/dialect/temporal"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/formats/aws"
	"github.com/retrygen/retrygen/internal/formats/envoy"
	"github.com/retrygen/retrygen/internal/formats/grpc"
	"github.com/retrygen/retrygen/internal/formats/istio"
	"github.com/retrygen/retrygen/internal/formats/otel"
	"github.com/retrygen/retrygen/internal/formats/speakeasy"
	"github.com/retrygen/retrygen/internal/formats/stepfunctions"
)

// formats are in the order in which they are tried: those with the most
// telling keys first.
var formats = []foreign.Format{
	grpc.Format{},
	grpc.Gapic{},
	stepfunctions.Format{},
	istio.Format{},
	envoy.Format{},
	otel.Format{},
	speakeasy.Format{},
	aws.Format{},
	temporal.Format{},
	exosphere.Format{},
	prodigy.Format{},
}

// targets are the formats that policies are written in.
var targets = []foreign.Target{
	temporal.Target{},
	exosphere.Target{},
	prodigy.Target{},
	grpc.Target{},
	stepfunctions.Target{},
}

// formatOf returns the format with the given name, or the one that recognizes
// the file if the name is empty. It returns nil if there is none.
func formatOf(name string, root *document.Node) foreign.Format {
	for _, f := range formats {
		if name == f.Name() || name == "" && f.Recognizes(root) {
			return f
		}
	}
	return nil
}
