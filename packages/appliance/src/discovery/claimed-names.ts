import { commonHostName } from '../identity/host-name.ts';
import { type Name, nameKey } from './dns/name.ts';
import { type Identity, instanceName, ownHostName } from './names.ts';
import { localHost, serviceTypes } from './service-records.ts';

const commonName = localHost(commonHostName);

/** The names of the station: the preferred ones, or others if those are taken. */
export class ClaimedNames {
  #identity: Identity;
  #instanceAttempt = 0;
  #hostAttempt = 0;
  #commonNameTaken = false;

  constructor(identity: Identity) {
    this.#identity = identity;
  }

  get instance(): string {
    return instanceName(this.#identity, this.#instanceAttempt);
  }

  /** Its own name first, then the one that every station prefers. */
  get hosts(): string[] {
    const own = ownHostName(this.#identity, this.#hostAttempt);
    return this.#commonNameTaken ? [own] : [...new Set([own, commonHostName])];
  }

  /** The station has another nickname, which may be free. */
  renamed(identity: Identity): void {
    this.#identity = identity;
    this.#instanceAttempt = 0;
    this.#hostAttempt = 0;
  }

  /** Others have these. */
  giveWay(taken: readonly Name[]): void {
    const keys = new Set(taken.map(nameKey));
    const { instance, hosts } = this;
    if (keys.has(nameKey(commonName))) this.#commonNameTaken = true;
    if (keys.has(nameKey(localHost(hosts[0] ?? '')))) this.#hostAttempt++;
    if (serviceTypes.some((type) => keys.has(nameKey([instance, ...type])))) this.#instanceAttempt++;
  }

  /** Somebody gave these up. True if one of them is worth asking for. */
  becameFree(names: readonly Name[]): boolean {
    const free = this.#commonNameTaken && names.some((name) => nameKey(name) === nameKey(commonName));
    if (free) this.#commonNameTaken = false;
    return free;
  }
}
