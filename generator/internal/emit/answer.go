package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// judge returns the statement that makes an error of an answer that counts as a
// failure under the policy of a method.
func (e *emitter) judge(m *model.Method) []jen.Code {
	name := "Judge"
	switch m.Answer {
	case model.NoAnswer:
		return nil
	case model.ResponseAnswer:
	case model.StatusAnswer:
		name = "JudgeStatus"
	}
	args := []jen.Code{jen.Id(m.Results[0].Name), e.errorResult(m)}
	for _, s := range m.Field.Policy.RetriedStatuses() {
		args = append(args, e.retryhttp("StatusRange").Values(jen.Id("Low").Op(":").Lit(s.Low), jen.Id("High").Op(":").Lit(s.High)))
	}
	return []jen.Code{e.errorResult(m).Op("=").Add(e.retryhttp(name)).Call(args...)}
}

// discard returns the statement that releases the response that the next attempt
// replaces.
func (e *emitter) discard(m *model.Method) []jen.Code {
	if m.Answer != model.ResponseAnswer {
		return nil
	}
	return []jen.Code{e.retryhttp("Discard").Call(jen.Id(m.Results[0].Name))}
}

// answered returns the error that a method returns: none with an answer.
func (e *emitter) answered(m *model.Method, err jen.Code) jen.Code {
	switch m.Answer {
	case model.ResponseAnswer:
		return e.retryhttp("Answered").Call(jen.Id(m.Results[0].Name), err)
	case model.StatusAnswer:
		return e.retryhttp("Answered").Call(jen.Nil(), err)
	case model.NoAnswer:
	}
	return err
}

// answerText says what becomes of answers.
func answerText(m *model.Method) string {
	if m.Answer == model.NoAnswer {
		return ""
	}
	return " An answer whose status the policy retries is a failure; the last one is returned without an error."
}
