import { createHash } from 'node:crypto';
import type { Random } from '@stationery/core/testing';

export const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export interface KnownFile {
  /** Unknown when the answer was cut off after its status. */
  id: number | undefined;
  digest: string;
  /** Of the content with which it came: tells it from others that had the name before. */
  firstDigest: string;
}

export interface KnownTag {
  id: number;
  filename: string | null;
}

/** An operation that was sent, and whose answer has not come: it may have happened or not. */
export type InFlight =
  | { kind: 'upload'; name: string; digest: string }
  | { kind: 'replace'; name: string; digest: string }
  | { kind: 'remove'; name: string }
  | { kind: 'bind'; serial: string; filename: string | null }
  | { kind: 'rename'; nickname: string }
  | { kind: 'learn'; serial: string };

const largestBytes = 1024 * 1024;

/**
 * A client that does one thing after another to files and tags that are its own, and knows what it was told.
 * Only the one that may (`owner`) renames the station and learns tags: there is one reader.
 */
export class CrashClient {
  readonly files = new Map<string, KnownFile>();
  readonly tags = new Map<string, KnownTag>();
  nickname: string | undefined;
  inFlight: InFlight | undefined;
  acknowledged = 0;
  readonly #number: number;
  readonly #random: Random;
  #names = 0;

  constructor(number: number, random: Random) {
    this.#number = number;
    this.#random = random;
  }

  get #owner(): boolean {
    return this.#number === 0;
  }

  /** Works until the station is gone. */
  async work(url: string, onSent: () => void): Promise<void> {
    this.inFlight = undefined;
    if (this.tags.size === 0) await this.learn(url);
    for (;;) {
      this.inFlight = this.#next();
      const { inFlight } = this;
      onSent();
      const answer = await this.#send(url, inFlight).catch(() => undefined);
      if (answer === undefined) return;
      if (!answer.ok)
        throw new Error(`${JSON.stringify(inFlight)} → ${answer.status} ${await answer.text()}`);
      const body = await answer.text().catch(() => '');
      this.happened(inFlight, idIn(body));
      this.inFlight = undefined;
      this.acknowledged++;
    }
  }

  /** Has the station learn a tag; only one client at a time may. */
  async learn(url: string): Promise<void> {
    const serial = this.#newSerial();
    const answer = await this.#send(url, { kind: 'learn', serial });
    this.happened({ kind: 'learn', serial }, idIn(await answer.text()));
  }

  happened(operation: InFlight, id: number | undefined): void {
    switch (operation.kind) {
      case 'upload':
        this.files.set(operation.name, { id, digest: operation.digest, firstDigest: operation.digest });
        return;
      case 'replace':
        Object.assign(this.files.get(operation.name) ?? {}, { digest: operation.digest });
        return;
      case 'remove':
        this.files.delete(operation.name);
        for (const tag of this.tags.values()) if (tag.filename === operation.name) tag.filename = null;
        return;
      case 'bind': {
        const tag = this.tags.get(operation.serial);
        if (tag !== undefined) tag.filename = operation.filename;
        return;
      }
      case 'rename':
        this.nickname = operation.nickname;
        return;
      case 'learn':
        if (id !== undefined) this.tags.set(operation.serial, { id, filename: null });
    }
  }

  #next(): InFlight {
    const dice = this.#random.next();
    const name = this.#random.pick([...this.files.keys()]);
    const serial = this.#random.pick([...this.tags.keys()]);
    if (name !== undefined && serial !== undefined && dice < 0.25) {
      return { kind: 'bind', serial, filename: dice < 0.05 ? null : name };
    }
    if (this.#owner && dice < 0.35) return { kind: 'rename', nickname: `Station ${this.#random.below(1e6)}` };
    if (this.#owner && dice < 0.42) return { kind: 'learn', serial: this.#newSerial() };
    if (name !== undefined && dice > 0.8) return { kind: 'replace', name, digest: '' };
    if (name !== undefined && (dice < 0.6 || this.files.size > 20)) return { kind: 'remove', name };
    // Names come again, so that a new file may have the name of one that was deleted.
    const free = Array.from({ length: 8 }, (_, at) => `${this.#number} file ${at}.bin`).find(
      (candidate) => !this.files.has(candidate),
    );
    return { kind: 'upload', name: free ?? `${this.#number} more ${this.#names++}.bin`, digest: '' };
  }

  async #send(url: string, operation: InFlight): Promise<Response> {
    const send = (method: string, path: string, body: unknown) =>
      fetch(`${url}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    switch (operation.kind) {
      case 'upload':
      case 'replace': {
        const content = this.#random.bytes(Math.floor(largestBytes ** this.#random.next()));
        operation.digest = digest(content);
        const encoded = content.toString('base64');
        const place = operation.kind === 'upload' ? '' : `?replace=${this.files.get(operation.name)?.id}`;
        return send('POST', `/api/v1/files${place}`, {
          data: { type: 'file', filename: operation.name, encoded },
        });
      }
      case 'remove':
        return fetch(`${url}/api/v1/files/${this.files.get(operation.name)?.id}`, { method: 'DELETE' });
      case 'bind': {
        const id = this.tags.get(operation.serial)?.id;
        const attributes = { filename: operation.filename };
        return send('PATCH', `/api/v1/tags/${id}`, { data: { id, type: 'tag', attributes } });
      }
      case 'rename': {
        const attributes = { nickname: operation.nickname };
        return send('PATCH', '/api/v1/settings', { data: { type: 'setting', id: 'nickname', attributes } });
      }
      case 'learn':
        await send('PUT', '/simulator/reader', { serial: operation.serial });
        return fetch(`${url}/api/v1/scanner/tags?timeout=20`);
    }
  }

  #newSerial(): string {
    return `0x04${this.#random.bytes(6).toString('hex').toUpperCase()}`;
  }
}

/** The id of the one resource in a document, be it alone or the only one of a list. */
function idIn(body: string): number | undefined {
  if (body === '') return undefined;
  const { data } = JSON.parse(body) as { data: { id?: number } | { id: number }[] };
  return Array.isArray(data) ? data[0]?.id : data.id;
}
