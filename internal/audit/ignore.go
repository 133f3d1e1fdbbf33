package audit

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// The rules about comments.
var (
	badIgnore  = newRule("RA140", "bad-ignore", "a comment that should suppress a rule about Go code does not")
	idleIgnore = newRule("RA141", "idle-ignore", "a comment suppresses a rule about Go code that finds nothing")
)

func init() {
	badIgnore.Analyzer.Run = checkIgnores
	idleIgnore.Analyzer.Run = checkIdle
	for _, r := range rules {
		if r != badIgnore && r != idleIgnore {
			idleIgnore.Analyzer.Requires = append(idleIgnore.Analyzer.Requires, r.Analyzer)
		}
	}
}

// ignore is a comment that suppresses a rule on its line, or on the next one if
// it stands alone.
type ignore struct {
	pos          token.Pos
	file         string
	line         int
	rule, reason string
}

const ignorePrefix = "//retrygen:ignore"

// ignoresOf returns the comments of a file that suppress a rule.
func ignoresOf(fset *token.FileSet, file *ast.File) []ignore {
	var all []ignore
	for _, group := range file.Comments {
		for _, c := range group.List {
			text, ok := strings.CutPrefix(c.Text, ignorePrefix)
			if !ok || text != "" && text[0] != ' ' && text[0] != '\t' {
				continue
			}
			rule, reason, _ := strings.Cut(strings.TrimSpace(text), " ")
			at := fset.Position(c.Pos())
			all = append(all, ignore{c.Pos(), at.Filename, at.Line, rule, strings.TrimSpace(reason)})
		}
	}
	return all
}

// suppressing returns the comment that suppresses a finding of the rule, or nil.
func (p *pass) suppressing(pos token.Pos) *ignore {
	at := p.Fset.Position(pos)
	for i, c := range p.ignores {
		if c.rule == p.id && c.reason != "" && c.file == at.Filename && (c.line == at.Line || c.line == at.Line-1) {
			return &p.ignores[i]
		}
	}
	return nil
}

// checkIgnores reports comments that suppress nothing because of their form.
func checkIgnores(p *analysis.Pass) (any, error) {
	own := newPass(p, badIgnore.ID)
	for _, c := range own.ignores {
		if problem, hint := ignoreProblem(c); problem != "" {
			own.found = append(own.found, Finding{Pos: c.pos, Message: problem, Hint: hint})
		}
	}
	return own.finish(), nil
}

// ignoreProblem says what is wrong with a comment, and what to write.
func ignoreProblem(c ignore) (problem, hint string) {
	isRule := slices.ContainsFunc(rules, func(r *Rule) bool { return r.ID == c.rule })
	switch {
	case c.rule == "":
		return "the rule is missing", "write //retrygen:ignore RA101 and the reason"
	case !isRule:
		return fmt.Sprintf("there is no rule %q", c.rule), "write //retrygen:ignore RA101 and the reason"
	case c.rule == badIgnore.ID || c.rule == idleIgnore.ID:
		return c.rule + " cannot be suppressed: it is about such comments", "remove the comment"
	case c.reason == "":
		return "the reason is missing", "say why " + c.rule + " does not matter here"
	}
	return "", ""
}

// checkIdle reports comments that have nothing to suppress.
func checkIdle(p *analysis.Pass) (any, error) {
	used := map[token.Pos]bool{}
	for _, required := range p.Analyzer.Requires {
		if found, ok := p.ResultOf[required].(*Found); ok {
			for pos := range found.used {
				used[pos] = true
			}
		}
	}
	own := newPass(p, idleIgnore.ID)
	for _, c := range own.ignores {
		if problem, _ := ignoreProblem(c); problem == "" && !used[c.pos] && !own.skipped[p.Fset.File(c.pos)] {
			own.found = append(own.found, Finding{Pos: c.pos, Message: c.rule + " finds nothing here", Hint: "remove the comment"})
		}
	}
	return own.finish(), nil
}
