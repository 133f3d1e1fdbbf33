package finding

import (
	"io"
	"net/url"
	"path/filepath"
)

// The parts of a SARIF 2.1.0 log that code scanning services read.
type (
	sarifFile struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		URI     string      `json:"informationUri"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string    `json:"id"`
		Name    string    `json:"name"`
		Summary sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		Rule      string          `json:"ruleId"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		Line   int `json:"startLine"`
		Column int `json:"startColumn,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
)

// PrintSARIF prints the findings as a SARIF log of the given version of
// retrygen, with the rules that were looked at.
func PrintSARIF(out io.Writer, version string, rules []*Rule, list List) error {
	return WriteJSON(out, sarifLog(version, rules, list))
}

func sarifLog(version string, rules []*Rule, findings List) sarifFile {
	run := sarifRun{
		Tool:       sarifTool{Driver: sarifDriver{Name: "retrygen", Version: version, URI: "https://github.com/retrygen/retrygen"}},
		ColumnKind: "unicodeCodePoints",
		Results:    make([]sarifResult, len(findings)),
	}
	for _, rule := range rules {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{rule.ID, rule.Name, sarifText{rule.Summary}})
	}
	for i, d := range findings {
		run.Results[i] = sarifFinding(d)
	}
	return sarifFile{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}}
}

func sarifFinding(d Finding) sarifResult {
	text := d.Message
	if d.Hint != "" {
		text += "\n" + d.Hint
	}
	uri := url.URL{Path: filepath.ToSlash(d.Pos.Filename)}
	location := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{uri.String()}}}
	if d.Pos.IsValid() {
		location.Physical.Region = &sarifRegion{d.Pos.Line, d.Pos.Column}
	}
	if d.Pointer != "" {
		location.Logical = []sarifLogical{{string(d.Pointer)}}
	}
	return sarifResult{d.Rule, d.Severity.String(), sarifText{text}, []sarifLocation{location}}
}
