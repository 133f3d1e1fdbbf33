// Asks one of the installed tools about documents.
//
//   node main.mjs TOOL MODULES < request.json > answer.json
//
// TOOL is yaml (yaml-language-server), json (vscode-json-languageservice) or
// ajv. MODULES is the directory that package-lock.json was installed in: it
// lies outside of the source tree, so that modules are resolved from there.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const tools = {
  yaml: () => import('./yaml.mjs'),
  json: () => import('./json.mjs'),
  ajv: () => import('./ajv.mjs'),
};

const [tool, modules] = process.argv.slice(2);
const { answer } = await tools[tool]();
const request = JSON.parse(await text(process.stdin));
const result = await answer(createRequire(join(modules, 'package.json')), request);
process.stdout.write(JSON.stringify(result));
