import { isLoopback } from '../server/loopback.ts';

export type PageService = 'station' | 'plotter';

/** Where each service listens if no other port is set. */
const usualPorts: Record<PageService, readonly number[]> = { station: [80, 8080], plotter: [3000] };
const timeoutMs = 500;
const mostBytes = 1000;

/** What `GET /other-page` answers. */
export interface OtherPageAnswer {
  /** Who answers. */
  self: PageService;
  /** Whose page `url` is; null where it is not known or cannot be reached. */
  service: PageService;
  url: string | null;
}

/**
 * Looks for the page of the other service where it runs as a program of its own on this machine: at its usual port, and
 * at the address that whoever asks has reached this service by. So what is found can be reached from there too. Nothing
 * but this machine is ever asked.
 */
export class OtherPageFinder {
  readonly #service: PageService;
  readonly #ports: readonly number[];
  readonly #underWay = new Map<string, Promise<number | undefined>>();

  constructor(service: PageService, ports: readonly number[] = usualPorts[service]) {
    this.#service = service;
    this.#ports = ports;
  }

  /** The port that it listens at; `address` is one of this machine's. */
  find(address: string): Promise<number | undefined> {
    const known = this.#underWay.get(address);
    if (known !== undefined) return known;
    const search = this.#search(address).finally(() => this.#underWay.delete(address));
    this.#underWay.set(address, search);
    return search;
  }

  async #search(address: string): Promise<number | undefined> {
    const plain = address.replace(/^::ffff:/, '');
    // “localhost” leads to either of the two.
    const addresses = isLoopback(plain)
      ? ['127.0.0.1', '[::1]']
      : [plain.includes(':') ? `[${plain}]` : plain];
    for (const port of this.#ports)
      for (const host of addresses) if (await this.#isAt(`http://${host}:${port}`)) return port;
    return undefined;
  }

  async #isAt(origin: string): Promise<boolean> {
    try {
      // It must not look for this service in turn.
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

/** Any program may listen there and send what it likes. */
async function beginning({ body }: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > mostBytes) break;
  }
  return text;
}
