import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { completion, diagnostic, hover } from './answer.mjs';

// answer has the language service in this process: that is how editors run it.
export async function answer(require, { schema, documents }) {
  const { ClientCapabilities, TextDocument, getLanguageService } = require('vscode-json-languageservice');
  const service = getLanguageService({
    clientCapabilities: ClientCapabilities.LATEST,
    schemaRequestService: (uri) => readFile(fileURLToPath(uri), 'utf8'),
    workspaceContext: { resolveRelativePath: (path, base) => new URL(path, base).href },
  });
  service.configure({ validate: true, schemas: [{ uri: schema, fileMatch: ['*.retry.json'] }] });

  async function answerOne({ uri, text, complete, hover: hovers }) {
    const document = TextDocument.create(uri, 'json', 1, text);
    const parsed = service.parseJSONDocument(document);
    const found = await service.doValidation(document, parsed);
    const answer = { diagnostics: found.map((d) => diagnostic(d, [])), completions: [], hovers: [] };
    for (const position of complete ?? []) answer.completions.push(completion(await service.doComplete(document, position, parsed)));
    for (const position of hovers ?? []) answer.hovers.push(hover(await service.doHover(document, position, parsed)));
    return answer;
  }
  return Promise.all(documents.map(answerOne));
}
