import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

// Keywords that only editors know. A strict validator refuses others.
const editorKeywords = [
  'markdownDescription', 'enumDescriptions', 'markdownEnumDescriptions', 'defaultSnippets',
  'patternErrorMessage', 'errorMessage', 'deprecationMessage', 'doNotSuggest',
];

// answer tells for each value whether it is valid. A schema that is not strict
// ends the program with an error.
export async function answer(require, { schema, values }) {
  const Ajv = require('ajv').default;
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true });
  ajv.addVocabulary(editorKeywords);
  const validate = ajv.compile(JSON.parse(await readFile(fileURLToPath(schema), 'utf8')));
  return values.map((value) => ({
    valid: validate(value),
    errors: (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`),
  }));
}
