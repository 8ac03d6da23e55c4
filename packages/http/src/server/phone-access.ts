import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { phoneRoutes } from '@stationery/contract';
import { type Logger, SerialQueue } from '@stationery/core';
import type { FastifyInstance } from 'fastify';
import { RouteResponse, route } from '../route.ts';
import type { Listening } from './listen.ts';
import { isLoopback } from './loopback.ts';

interface PhoneAccessDeps {
  /** The token from the settings. */
  token: string | undefined;
  listenAt(host: string, port: number): Promise<Listening>;
  interfaces?: typeof networkInterfaces;
  /** Names from the settings by which other machines reach this service. */
  hostNames: readonly string[];
  isContainer?: boolean;
  log: Logger;
}

/**
 * Makes a service that listens on loopback available to the local network, until access is dismissed or the
 * service stops.
 */
export class PhoneAccess {
  readonly #deps: PhoneAccessDeps;
  readonly #turns = new SerialQueue();
  #own: Listening | undefined;
  #open: Listening[] = [];
  #token: string;

  constructor(deps: PhoneAccessDeps) {
    this.#deps = deps;
    this.#token = this.#newToken();
  }

  started(own: Listening): void {
    this.#own = own;
  }

  /** Returns the token that a connection needs; undefined if the configured token rules apply. */
  tokenFor({ localAddress = '' }: Socket): string | undefined {
    return this.#isAlwaysOpen || localAddress === this.#own?.address ? undefined : this.#token;
  }

  /** Turns off phone access for good. Admissions and dismissals in progress finish first. */
  async stop(): Promise<void> {
    await Promise.all([this.#dismiss(), this.#turns.close()]);
  }

  addRoutes(app: FastifyInstance): void {
    route(app, phoneRoutes.getPhoneAccess, async () => ({ state: this.#state }));
    route(app, phoneRoutes.admitPhones, () => this.#turns.run(() => this.#admit()));
    route(app, phoneRoutes.dismissPhones, async () => {
      // Do not wait: closing waits for the connection of the phone that sent this request, which waits for this
      // response.
      void this.#dismiss().catch(() => undefined);
      return new RouteResponse(undefined);
    });
  }

  get #state(): 'off' | 'on' | 'always' {
    if (this.#isAlwaysOpen) return 'always';
    return this.#open.length > 0 ? 'on' : 'off';
  }

  get #isAlwaysOpen(): boolean {
    return this.#own !== undefined && !isLoopback(this.#own.address);
  }

  async #admit(): Promise<{ addresses: string[]; token: string | null }> {
    const { token, interfaces = networkInterfaces, listenAt, hostNames, log } = this.#deps;
    const { isContainer = ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file)) } =
      this.#deps;
    const { port = 0, address = '' } = this.#own ?? {};
    const url = (host: string) => `http://${host}${port === 80 ? '' : `:${port}`}`;
    const hosts = networkAddresses(interfaces());
    if (this.#isAlwaysOpen && isContainer) {
      // Other machines cannot reach the addresses of a container.
      const names = hostNames.filter((name) => !['*', 'localhost'].includes(name));
      return { addresses: names.map(url), token: token ?? null };
    }
    if (this.#isAlwaysOpen) {
      const bound = hosts.filter((host) => ['0.0.0.0', '::', host].includes(address));
      return { addresses: bound.map(url), token: token ?? null };
    }
    // The machine may be in a different network now.
    const gone = this.#open.filter((listening) => !hosts.includes(listening.address));
    this.#open = this.#open.filter((listening) => !gone.includes(listening));
    await Promise.all(gone.map((listening) => listening.close()));
    for (const host of hosts.filter((each) => !this.#open.some((listening) => listening.address === each))) {
      // An interface can vanish, and a different program may use the port there.
      const listening = await listenAt(host, port).catch((err) =>
        log.warn({ err, host }, 'opening the page to the local network failed'),
      );
      if (!listening) continue;
      this.#open.push(listening);
      log.info({ host, port }, 'page opened to the local network');
    }
    return { addresses: this.#open.map(({ address }) => url(address)), token: this.#token };
  }

  #dismiss(): Promise<void> {
    return this.#turns.run(async () => {
      this.#token = this.#newToken();
      await Promise.all(this.#open.splice(0).map((listening) => listening.close()));
    });
  }

  #newToken(): string {
    return this.#deps.token ?? randomBytes(16).toString('base64url');
  }
}

/**
 * Returns the addresses on Wi-Fi and Ethernet. If there are none, returns those of all networks, such as a
 * container's.
 */
function networkAddresses(all: NodeJS.Dict<NetworkInterfaceInfo[]>): string[] {
  const found = Object.entries(all).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => ({ name, address })),
  );
  const likely = found.filter(({ name }) => /^(wl|en|eth)/.test(name));
  return (likely.length > 0 ? likely : found).map(({ address }) => address);
}
