import { isLoopback } from '../server/loopback.ts';

export type PageService = 'station' | 'plotter';

const defaultPorts: Record<PageService, readonly number[]> = { station: [80, 8080], plotter: [3000] };
const timeoutMs = 500;
const maxBytes = 1000;

export interface OtherPageAnswer {
  self: PageService;
  /** The service that `url` belongs to; null if unknown or unreachable. */
  service: PageService;
  url: string | null;
}

/** Searches only this machine, at the address by which the client reached this service. */
export class OtherPageFinder {
  readonly #service: PageService;
  readonly #ports: readonly number[];
  readonly #underWay = new Map<string, Promise<number | undefined>>();

  constructor(service: PageService, ports: readonly number[] = defaultPorts[service]) {
    this.#service = service;
    this.#ports = ports;
  }

  /** Returns the port of the other service at `address`, which is one of this machine's addresses. */
  find(address: string): Promise<number | undefined> {
    const known = this.#underWay.get(address);
    if (known !== undefined) return known;
    const search = this.#search(address).finally(() => this.#underWay.delete(address));
    this.#underWay.set(address, search);
    return search;
  }

  async #search(address: string): Promise<number | undefined> {
    const plain = address.replace(/^::ffff:/, '');
    // The service may listen on either address of “localhost”.
    const addresses = isLoopback(plain)
      ? ['127.0.0.1', '[::1]']
      : [plain.includes(':') ? `[${plain}]` : plain];
    for (const port of this.#ports)
      for (const host of addresses) if (await this.#isAt(`http://${host}:${port}`)) return port;
    return undefined;
  }

  async #isAt(origin: string): Promise<boolean> {
    try {
      // `search=no` keeps the other service from searching for this one in turn.
      const answer = await fetch(`${origin}/other-page?search=no`, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return (JSON.parse(await beginning(answer)) as OtherPageAnswer).self === this.#service;
    } catch {
      return false;
    }
  }
}

/** Reads only the beginning, because any program may listen at this port. */
async function beginning({ body }: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > maxBytes) break;
  }
  return text;
}
