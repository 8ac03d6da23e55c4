import { createHash } from 'node:crypto';

export const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');

const largestBytes = 256 * 1024;

/**
 * A client that remembers acknowledged changes. Only the first client renames the station and adds tags.
 * `inFlight` is a change without an answer, which may have taken effect.
 */
export class StationClient {
  /** Files by name: `id` (unknown if the answer was lost), `digest`, and `firstDigest`, the first digest of that id. */
  files = new Map();
  /** Tags by serial: `id` and `filename`. */
  tags = new Map();
  nickname = undefined;
  inFlight = undefined;
  #number;
  #random;
  #stats;
  #names = 0;

  constructor(number, random, stats) {
    this.#number = number;
    this.#random = random;
    this.#stats = stats;
  }

  /**
   * Makes changes until aborted. A status in `lost` leaves the result
   * open; a status in `refusals` means that nothing happened.
   */
  /**
   * @param {string} url
   * @param {{ onSent?: Function, onDone?: Function, refusals?: any[], lost?: any[], signal?: { readonly aborted: boolean } }} [options]
   */
  async work(url, { onSent = () => {}, onDone = () => {}, refusals = [], lost = [], signal } = {}) {
    this.inFlight = undefined;
    while (!signal?.aborted) {
      const operation = this.#next();
      const content = this.#contentFor(operation);
      this.inFlight = operation;
      onSent(operation);
      const answer = await this.#send(url, operation, content).catch(() => undefined);
      if (answer === undefined) return;
      this.#stats.requests++;
      const body = await answer.text().catch(() => '');
      if (lost.includes(answer.status)) return;
      if (answer.ok) {
        const id = idIn(body);
        this.happened(operation, id);
        onDone(operation, id);
        this.#stats.changes++;
      } else if (!refusals.includes(answer.status)) {
        throw new Error(`${operation.kind} was answered ${answer.status} ${body.slice(0, 300)}`);
      }
      this.inFlight = undefined;
    }
  }

  /** Adds a tag. Only one client at a time may do so. */
  async addTag(url) {
    const operation = { kind: 'add-tag', serial: this.#newSerial() };
    const answer = await this.#send(url, operation);
    const id = idIn(await answer.text());
    this.happened(operation, id);
    return { operation, id };
  }

  happened(operation, id) {
    const { name, serial, filename } = operation;
    switch (operation.kind) {
      case 'upload':
        this.files.set(name, { id, digest: operation.digest, firstDigest: operation.digest });
        return;
      case 'replace':
        Object.assign(this.files.get(name) ?? {}, { digest: operation.digest });
        return;
      case 'remove':
        this.files.delete(name);
        for (const tag of this.tags.values()) if (tag.filename === name) tag.filename = null;
        return;
      case 'bind':
        Object.assign(this.tags.get(serial) ?? {}, { filename });
        return;
      case 'rename-file':
        this.files.set(operation.to, this.files.get(name));
        this.files.delete(name);
        for (const tag of this.tags.values()) if (tag.filename === name) tag.filename = operation.to;
        return;
      case 'rename':
        this.nickname = operation.nickname;
        return;
      case 'add-tag':
        if (id !== undefined) this.tags.set(serial, { id, filename: null });
    }
  }

  #next() {
    const dice = this.#random.next();
    const name = this.#random.pick([...this.files.keys()]);
    const serial = this.#random.pick([...this.tags.keys()]);
    if (name !== undefined && serial !== undefined && dice < 0.25)
      return { kind: 'bind', serial, filename: dice < 0.05 ? null : name };
    if (this.#number === 0 && dice < 0.35)
      return { kind: 'rename', nickname: `Station ${this.#random.below(1e6)}` };
    if (this.#number === 0 && dice < 0.42) return { kind: 'add-tag', serial: this.#newSerial() };
    if (name !== undefined && dice > 0.9)
      return { kind: 'rename-file', name, to: dice > 0.94 ? otherCase(name) : this.#freeName() };
    if (name !== undefined && dice > 0.8) return { kind: 'replace', name };
    if (name !== undefined && (dice < 0.6 || this.files.size > 20)) return { kind: 'remove', name };
    return { kind: 'upload', name: this.#freeName() };
  }

  /** Returns an unused name. Reuses names, so that a new file may have the name of a deleted one. */
  #freeName() {
    const taken = new Set([...this.files.keys()].map((name) => name.toLowerCase()));
    const usual = Array.from({ length: 8 }, (_, at) => `${this.#number} file ${at}.bin`);
    return usual.find((name) => !taken.has(name)) ?? `${this.#number} more ${this.#names++}.bin`;
  }

  #contentFor(operation) {
    if (operation.kind !== 'upload' && operation.kind !== 'replace') return undefined;
    const content = this.#random.bytes(Math.floor(largestBytes ** this.#random.next()));
    operation.digest = digest(content);
    return content;
  }

  async #send(url, operation, content) {
    const { kind, name, serial, filename, nickname } = operation;
    const send = (method, path, body) =>
      fetch(`${url}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    switch (kind) {
      case 'upload':
      case 'replace': {
        const place = kind === 'upload' ? '' : `?replace=${this.files.get(name)?.id}`;
        const data = { type: 'file', filename: name, encoded: content.toString('base64') };
        return send('POST', `/api/v1/files${place}`, { data });
      }
      case 'rename-file': {
        const id = this.files.get(name)?.id;
        const data = { id, type: 'file', attributes: { filename: operation.to } };
        return send('PATCH', `/api/v1/files/${id}`, { data });
      }
      case 'remove':
        return fetch(`${url}/api/v1/files/${this.files.get(name)?.id}`, { method: 'DELETE' });
      case 'bind': {
        const id = this.tags.get(serial)?.id;
        return send('PATCH', `/api/v1/tags/${id}`, { data: { id, type: 'tag', attributes: { filename } } });
      }
      case 'rename':
        return send('PATCH', '/api/v1/settings', {
          data: { type: 'setting', id: 'nickname', attributes: { nickname } },
        });
      case 'add-tag':
        await send('PUT', '/simulator/reader', { serial });
        return fetch(`${url}/api/v1/scanner/tags?timeout=20`);
    }
  }

  #newSerial() {
    return `0x04${this.#random.bytes(6).toString('hex').toUpperCase()}`;
  }
}

function otherCase(name) {
  return name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
}

/** Returns the id of the only resource in a document, single or in a list. */
function idIn(body) {
  try {
    const { data } = JSON.parse(body);
    return Array.isArray(data) ? data[0]?.id : data.id;
  } catch {
    return undefined;
  }
}
