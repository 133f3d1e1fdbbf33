import { dirname, join } from 'node:path';
import { completion, diagnostic, fix, hover } from './answer.mjs';
import { Connection } from './connection.mjs';

// settings are what a user would write to give all specs a schema. Everything
// that reads from the network is off.
function settings(schema) {
  return {
    validate: true,
    hover: true,
    completion: true,
    schemas: { [schema]: '*.retry.yaml' },
    schemaStore: { enable: false, url: '' },
    kubernetesCRDStore: { enable: false },
    maxItemsComputed: 5000,
  };
}

const capabilities = {
  workspace: { configuration: true },
  textDocument: {
    publishDiagnostics: {},
    hover: { contentFormat: ['markdown'] },
    completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
    codeAction: {},
  },
};

// Published collects diagnostics by document.
class Published {
  #known = new Map();
  #waiting = new Map();

  add({ uri, diagnostics }) {
    this.#known.set(uri, diagnostics);
    this.#waiting.get(uri)?.(diagnostics);
  }

  of(uri) {
    if (this.#known.has(uri)) return this.#known.get(uri);
    return new Promise((resolve) => this.#waiting.set(uri, resolve));
  }
}

async function fixesOf(server, textDocument, found) {
  const context = { diagnostics: [found] };
  const actions = await server.request('textDocument/codeAction', { textDocument, range: found.range, context });
  return (actions ?? []).flatMap(fix);
}

async function answerOne(server, published, { uri, complete, hover: hovers, fixes }) {
  const textDocument = { uri };
  const at = (method, position) => server.request(`textDocument/${method}`, { textDocument, position });
  const answer = { diagnostics: [], completions: [], hovers: [] };
  for (const found of await published.of(uri)) {
    answer.diagnostics.push(diagnostic(found, fixes ? await fixesOf(server, textDocument, found) : []));
  }
  for (const position of complete ?? []) answer.completions.push(completion(await at('completion', position)));
  for (const position of hovers ?? []) answer.hovers.push(hover(await at('hover', position)));
  return answer;
}

// answer opens all documents at once, since the server waits a little before
// it checks one.
export async function answer(require, { schema, documents }) {
  const home = dirname(require.resolve('yaml-language-server/package.json'));
  const yaml = settings(schema);
  const published = new Published();
  const sections = { yaml, editor: { tabSize: 2, detectIndentation: false } };
  const server = new Connection([join(home, 'bin/yaml-language-server'), '--stdio'], sections, (p) => published.add(p));
  await server.request('initialize', { processId: process.pid, rootUri: null, workspaceFolders: null, capabilities });
  server.notify('initialized', {});
  server.notify('workspace/didChangeConfiguration', { settings: { yaml } });
  for (const { uri, text } of documents) {
    server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
  }
  const answers = [];
  for (const document of documents) answers.push(await answerOne(server, published, document));
  await server.close();
  return answers;
}
