import { spawn } from 'node:child_process';

const headerEnd = '\r\n\r\n';

// Connection is the client's end of the Language Server Protocol, spoken with
// a server on its standard input and output.
export class Connection {
  #server;
  #unread = Buffer.alloc(0);
  #complaints = '';
  #lastId = 0;
  #pending = new Map(); // by the id of the request
  #settings;
  #onDiagnostics;

  // The settings are what the server gets when it asks for a section of the
  // configuration; onDiagnostics is called with what it publishes.
  constructor(command, settings, onDiagnostics) {
    this.#settings = settings;
    this.#onDiagnostics = onDiagnostics;
    this.#server = spawn(process.execPath, command, { stdio: 'pipe' });
    this.#server.stdout.on('data', (chunk) => this.#read(chunk));
    this.#server.stderr.on('data', (chunk) => { this.#complaints += chunk; });
    this.#server.on('exit', (code) => this.#fail(`the server ended with ${code}: ${this.#complaints}`));
  }

  notify(method, params) { this.#send({ method, params }); }

  request(method, params) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  async close() {
    await this.request('shutdown', null);
    this.notify('exit', null);
  }

  #send(message) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}${headerEnd}${body}`);
  }

  #read(chunk) {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    for (;;) {
      const start = this.#unread.indexOf(headerEnd) + headerEnd.length;
      if (start < headerEnd.length) return;
      const header = this.#unread.subarray(0, start).toString();
      const end = start + Number(/Content-Length: (\d+)/i.exec(header)[1]);
      if (this.#unread.length < end) return;
      const body = this.#unread.subarray(start, end).toString();
      this.#unread = this.#unread.subarray(end);
      this.#receive(JSON.parse(body));
    }
  }

  #receive(message) {
    if (message.method === 'textDocument/publishDiagnostics') {
      this.#onDiagnostics(message.params);
    } else if (message.method && message.id !== undefined) {
      this.#send({ id: message.id, result: this.#reply(message) });
    } else if (this.#pending.has(message.id)) {
      const { resolve, reject } = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (message.error) reject(new Error(message.error.message));
      else resolve(message.result);
    }
  }

  // A server that waits for an answer answers nothing itself.
  #reply({ method, params }) {
    if (method !== 'workspace/configuration') return null;
    return params.items.map(({ section }) => this.#settings[section] ?? {});
  }

  #fail(reason) {
    for (const { reject } of this.#pending.values()) reject(new Error(reason));
    this.#pending.clear();
  }
}
