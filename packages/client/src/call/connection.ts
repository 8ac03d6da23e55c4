import { ConnectionError, type Refusal, type ServiceError } from '../errors.ts';
import type { UploadTransport } from '../upload/transport.ts';

export interface ClientOptions {
  /** Address of the service: `http://station.local`, or `location.origin` in its own page. */
  baseUrl: string | URL;
  /** The bearer token, if the service requires one; a function is called before every request. */
  token?: string | (() => string | undefined) | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  /** Parses JSON answers, for example in pieces; default: `JSON.parse`. */
  parse?: ((text: string) => unknown) | undefined;
  headers?: Record<string, string> | undefined;
  /** How uploads are sent; default: XMLHttpRequest if available, otherwise a `fetch` stream. */
  uploadTransport?: UploadTransport | undefined;
}

export interface CallOptions {
  /** Aborts the call, which then throws the reason of the signal. */
  signal?: AbortSignal | undefined;
}

export interface Ask extends CallOptions {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  /** Undefined headers and query members are not sent. */
  headers?: Record<string, string | undefined> | undefined;
}

export interface Target {
  method: string;
  url: string;
  headers: Record<string, string>;
}

const defined = (members: object): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

export class Connection<Name extends string = string> {
  readonly #places: Record<Name, string>;
  readonly #options: ClientOptions;
  readonly #Refused: new (
    refusal: Refusal,
  ) => ServiceError;

  constructor(
    places: Record<Name, string>,
    options: ClientOptions,
    Refused: new (refusal: Refusal) => ServiceError,
  ) {
    this.#places = places;
    this.#options = options;
    this.#Refused = Refused;
  }

  get options(): ClientOptions {
    return this.#options;
  }

  // Looks up `fetch` at the time of the request, so that a replaced `fetch` is used.
  readonly fetch: typeof globalThis.fetch = (input, init) =>
    (this.#options.fetch ?? globalThis.fetch)(input, init);

  target(operation: Name, { params = {}, query = {}, headers }: Ask = {}): Target {
    const [method, path] = this.#places[operation].split(' ') as [string, string];
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String((params as Record<string, unknown>)[name])),
    );
    const asked = new URLSearchParams(defined(query));
    const { baseUrl, token, headers: always } = this.#options;
    const bearer = typeof token === 'function' ? token() : token;
    return {
      method,
      url: `${String(baseUrl).replace(/(?<!\/)\/+$/, '')}${filled}?${asked}`.replace(/\?$/, ''),
      headers: defined({ ...always, authorization: bearer && `Bearer ${bearer}`, ...headers }),
    };
  }

  /** Resolves with a successful response whose body is unread. */
  send(operation: Name, ask: Ask = {}): Promise<Response> {
    const target = this.target(operation, ask);
    const { body, signal } = ask;
    const init: RequestInit = { method: target.method, headers: target.headers, signal: signal ?? null };
    if (body !== undefined) {
      init.headers = { ...target.headers, 'content-type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    return this.expectGood(target, signal, () => this.fetch(target.url, init));
  }

  /** Sends an operation and reads its response: JSON, text, or nothing. */
  async call<T>(operation: Name, ask: Ask = {}): Promise<T> {
    return this.read<T>(await this.send(operation, ask), ask.signal);
  }

  async read<T>(answer: Response, signal?: AbortSignal): Promise<T> {
    const text = await this.#guarded(answer.url, signal, () => answer.text());
    if (answer.headers.get('content-type')?.includes('json')) {
      try {
        return (await (this.#options.parse ?? JSON.parse)(text)) as T;
      } catch (error) {
        throw new ConnectionError(answer.url, 'not JSON', error);
      }
    }
    return (answer.status === 204 ? undefined : text) as T;
  }

  async expectGood(
    { method, url }: Target,
    signal: AbortSignal | undefined,
    ask: () => Promise<Response>,
  ): Promise<Response> {
    const answer = await this.#guarded(url, signal, ask);
    if (answer.ok) return answer;
    throw new this.#Refused(await this.#guarded(url, signal, () => readRefusal(method, url, answer)));
  }

  async #guarded<T>(url: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      // The error of `fetch` has few details; in Node the cause has the reason.
      const { message, cause } = error as Error & { cause?: Error };
      throw new ConnectionError(url, cause?.message || message, error);
    }
  }
}

interface Entry {
  title?: string;
  detail?: string;
  pointer?: string;
  parameter?: string;
  source?: Entry;
}

/** Reads an error document: the station's list of errors, or the plotter's RFC 9457 problem. */
async function readRefusal(method: string, url: string, answer: Response): Promise<Refusal> {
  const document = await answer.json().catch(() => undefined);
  const entry: Entry = document?.errors?.[0] ?? document ?? {};
  const retryAfter = Number.parseInt(answer.headers.get('retry-after') ?? '', 10);
  return {
    code: (answer.headers.get('error-code') ?? undefined) as Refusal['code'],
    status: answer.status,
    title: entry.title ?? (answer.statusText || `Status ${answer.status}`),
    detail: entry.detail,
    pointer: entry.source?.pointer ?? entry.pointer,
    parameter: entry.source?.parameter ?? entry.parameter,
    retryAfterSeconds: retryAfter >= 0 ? retryAfter : undefined,
    method,
    url,
    document,
  };
}
