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

  /** The station's own name first, then the name common to all stations. */
  get hosts(): string[] {
    const own = ownHostName(this.#identity, this.#hostAttempt);
    return this.#commonNameTaken ? [own] : [...new Set([own, commonHostName])];
  }

  /** Called when the nickname has changed. The new one may be free. */
  renamed(identity: Identity): void {
    this.#identity = identity;
    this.#instanceAttempt = 0;
    this.#hostAttempt = 0;
  }

  /** Chooses other names, because different hosts have these. */
  giveWay(taken: readonly Name[]): void {
    const keys = new Set(taken.map(nameKey));
    const { instance, hosts } = this;
    if (keys.has(nameKey(commonName))) this.#commonNameTaken = true;
    if (keys.has(nameKey(localHost(hosts[0] ?? '')))) this.#hostAttempt++;
    if (serviceTypes.some((type) => keys.has(nameKey([instance, ...type])))) this.#instanceAttempt++;
  }

  /** Called when other hosts gave up names. Returns whether to claim one of them. */
  becameFree(names: readonly Name[]): boolean {
    const free = this.#commonNameTaken && names.some((name) => nameKey(name) === nameKey(commonName));
    if (free) this.#commonNameTaken = false;
    return free;
  }
}
