import type { Clock, Logger } from '@stationery/core';
import { commonHostName } from '../identity/host-name.ts';
import { mustYield, takenNames } from './conflicts.ts';
import { type DnsMessage, emptyMessage } from './dns/message.ts';
import { type Name, nameKey } from './dns/name.ts';
import { readMessage } from './dns/read-message.ts';
import { type DnsRecord, recordKey, typeCodes } from './dns/record.ts';
import { writeMessage } from './dns/write-message.ts';
import {
  type MulticastNetwork,
  multicastPort,
  type NetworkLink,
  type NetworkListener,
  type Sender,
} from './multicast-network.ts';
import { defenceGapMs, MulticastRate, minimumGapMs, type RatedRecords } from './multicast-rate.ts';
import { type Identity, instanceName, ownHostName } from './names.ts';
import { replyTo } from './reply.ts';
import {
  type Advertisement,
  isServiceList,
  localHost,
  serviceRecords,
  serviceTypes,
} from './service-records.ts';

interface AdvertiserDeps {
  openNetwork: (listener: NetworkListener) => MulticastNetwork;
  identity: Identity;
  port: number;
  txt: Readonly<Record<string, string>>;
  clock: Clock;
  log: Logger;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random?: () => number;
}

const probes = { count: 3, apartMs: 250 };
// The minimum gap is one second. Add some headroom, because timers may fire early.
const announcements = { count: 2, apartMs: minimumGapMs + 20 };
const afterConflictMs = 1_000;
/** Bounds the traffic if another host takes every name that is tried (RFC 6762, 8.1). */
const manyConflicts = { count: 15, waitMs: 5_000 };

/** Advertises the station by multicast DNS (RFC 6762) and DNS-SD (RFC 6763). */
export class Advertiser {
  readonly #deps: AdvertiserDeps;
  readonly #network: MulticastNetwork;
  readonly #names: ClaimedNames;
  readonly #random: () => number;
  readonly #timers = new Set<() => void>();
  readonly #pace: MulticastRate;
  /** Networks that have records waiting for the minimum gap. */
  readonly #flushing = new Set<string>();
  #state: 'asking' | 'known' | 'stopped' = 'asking';
  /** Records that other hosts may have cached. */
  #said: Advertisement | undefined;
  #conflicts = 0;

  constructor(deps: AdvertiserDeps) {
    this.#deps = deps;
    this.#random = deps.random ?? Math.random;
    this.#pace = new MulticastRate(deps.clock);
    this.#names = new ClaimedNames(deps.identity);
    this.#network = deps.openNetwork({
      onMessage: (bytes, from, link) => this.#hear(bytes, from, link),
      onChange: () => this.#begin(),
    });
  }

  /** The announced host names, without `.local`. */
  get hostNames(): readonly string[] {
    return this.#said?.hosts ?? [];
  }

  renamed(identity: Identity): void {
    this.#names.renamed(identity);
    this.#begin();
  }

  async stop(): Promise<void> {
    this.#cancelTimers();
    this.#state = 'stopped';
    await this.#takeBack();
    await this.#network.close();
  }

  #begin(delayMs = this.#random() * probes.apartMs): void {
    if (this.#state === 'stopped') return;
    this.#cancelTimers();
    this.#state = 'asking';
    void this.#takeBack(this.#advertisement());
    this.#after(delayMs, () => this.#ask(1));
  }

  #ask(round: number): void {
    if (round > probes.count) {
      this.#tell(1);
      return;
    }
    for (const link of this.#network.links) {
      const authorities = this.#records(link)
        .filter(({ unique, data }) => unique && data.type !== 'NSEC')
        .map((record) => ({ ...record, unique: false }));
      const names = new Map(authorities.map(({ name }) => [nameKey(name), name]));
      const questions = [...names.values()].map((name) => ({
        name,
        type: typeCodes.ANY,
        unicast: round === 1,
      }));
      void this.#send(link, { questions, authorities });
    }
    this.#after(probes.apartMs, () => this.#ask(round + 1));
  }

  #tell(round: number): void {
    // Without a network there is nothing to announce. A new network starts over.
    if (this.#network.links.length === 0) return;
    const said = this.#advertisement();
    if (round === 1) {
      this.#deps.log.info({ name: said.instance, hosts: said.hosts }, 'discovery: the station can be found');
    }
    this.#state = 'known';
    this.#said = said;
    for (const link of this.#network.links) {
      this.#multicast(link, { answers: this.#records(link), additionals: [] });
    }
    if (round < announcements.count) this.#after(announcements.apartMs, () => this.#tell(round + 1));
    else this.#conflicts = 0;
  }

  /** Sends goodbyes for announced records that are not in `still`. */
  async #takeBack(still?: Advertisement): Promise<void> {
    const said = this.#said;
    if (said === undefined) return;
    this.#said = still;
    await Promise.all(
      this.#network.links.map((link) => {
        const kept = new Set(still === undefined ? [] : serviceRecords(still, link.addresses).map(recordKey));
        const gone = serviceRecords(said, link.addresses).filter(
          (record) => !kept.has(recordKey(record)) && !isServiceList(record),
        );
        // `unique: false` omits the cache-flush bit, because a different host may have these names now.
        const answers = gone.map((record) => ({ ...record, ttlSeconds: 0, unique: false }));
        if (answers.length === 0) return undefined;
        // Ignore the minimum gap, because the announced records are wrong until the goodbye arrives.
        for (const record of answers) this.#pace.sent(link, record);
        return this.#send(link, { response: true, answers });
      }),
    );
  }

  #hear(bytes: Buffer, from: Sender, link: NetworkLink): void {
    const message = readMessage(bytes);
    if (message === undefined || this.#state === 'stopped') return;
    if (!message.response) this.#hearQuestion(message, from, link);
    else if (from.port === multicastPort) this.#hearAnswer(message, link);
  }

  #hearQuestion(message: DnsMessage, from: Sender, link: NetworkLink): void {
    const records = this.#records(link);
    if (this.#state === 'asking') {
      const theirs = message.authorities.filter(
        ({ data }) => data.type !== 'A' || !this.#isOurs(data.address),
      );
      if (mustYield(records, theirs)) this.#begin(afterConflictMs);
      return;
    }
    const reply = replyTo(message, from, records);
    if (reply === undefined) return;
    const isProbe = message.authorities.length > 0;
    const send = () => {
      if (reply.to !== undefined) void this.#send(link, reply.message, reply.to);
      else this.#multicast(link, reply.message, isProbe ? defenceGapMs : minimumGapMs);
    };
    if (reply.mayCollide) this.#after(20 + this.#random() * 100, send);
    else send();
  }

  #hearAnswer({ answers, additionals }: DnsMessage, link: NetworkLink): void {
    const said = [...answers, ...additionals];
    const taken = takenNames(this.#records(link), said, (address) => this.#isOurs(address));
    const gone = said.filter(({ ttlSeconds, data }) => ttlSeconds === 0 && data.type === 'A');
    if (taken.length > 0) this.#hearConflict(taken);
    else if (this.#names.becameFree(gone.map(({ name }) => name))) this.#begin(afterConflictMs);
  }

  /**
   * If the names were announced, probes for them again, so that one of the hosts gives way. If not, chooses
   * other names.
   */
  #hearConflict(taken: readonly Name[]): void {
    this.#conflicts++;
    const longWaitMs = this.#conflicts > manyConflicts.count ? manyConflicts.waitMs : undefined;
    if (this.#state === 'known') {
      this.#begin(longWaitMs ?? afterConflictMs);
      return;
    }
    this.#deps.log.info(
      { taken: taken.map((name) => name.join('.')) },
      'discovery: another device has this name',
    );
    this.#names.giveWay(taken);
    this.#begin(longWaitMs);
  }

  #advertisement(): Advertisement {
    const { instance, hosts } = this.#names;
    const { port, txt } = this.#deps;
    return { instance, hosts, port, txt };
  }

  #records(link: NetworkLink): DnsRecord[] {
    return serviceRecords(this.#advertisement(), link.addresses);
  }

  #isOurs(address: string): boolean {
    return this.#network.links.some(({ addresses }) => addresses.includes(address));
  }

  #multicast(link: NetworkLink, message: RatedRecords, minimumMs = minimumGapMs): void {
    const { answers, additionals } = this.#pace.take(link, message, minimumMs);
    if (answers.length > 0) void this.#send(link, { response: true, answers, additionals });
    this.#flushLater(link);
  }

  #flushLater(link: NetworkLink): void {
    const waitMs = this.#pace.nextMs(link);
    if (waitMs === undefined || this.#flushing.has(link.address)) return;
    this.#flushing.add(link.address);
    this.#after(waitMs, () => {
      this.#flushing.delete(link.address);
      const answers = this.#pace.takeDue(link, this.#records(link));
      if (answers.length > 0) void this.#send(link, { response: true, answers });
      this.#flushLater(link);
    });
  }

  #send(link: NetworkLink, message: Partial<DnsMessage>, to?: Sender): Promise<void> {
    return this.#network.send(link, writeMessage({ ...emptyMessage, ...message }), to);
  }

  #after(delayMs: number, run: () => void): void {
    const cancel = this.#deps.clock.after(delayMs, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
  }

  #cancelTimers(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#flushing.clear();
    this.#pace.forgetWaiting();
  }
}

const commonName = localHost(commonHostName);

class ClaimedNames {
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

  get hosts(): string[] {
    const own = ownHostName(this.#identity, this.#hostAttempt);
    return this.#commonNameTaken ? [own] : [...new Set([own, commonHostName])];
  }

  /** Forgets earlier conflicts, because the new name may be free. */
  renamed(identity: Identity): void {
    this.#identity = identity;
    this.#instanceAttempt = 0;
    this.#hostAttempt = 0;
  }

  giveWay(taken: readonly Name[]): void {
    const keys = new Set(taken.map(nameKey));
    const { instance, hosts } = this;
    if (keys.has(nameKey(commonName))) this.#commonNameTaken = true;
    if (keys.has(nameKey(localHost(hosts[0] ?? '')))) this.#hostAttempt++;
    if (serviceTypes.some((type) => keys.has(nameKey([instance, ...type])))) this.#instanceAttempt++;
  }

  /** Returns whether to claim one of these names. */
  becameFree(names: readonly Name[]): boolean {
    const free = this.#commonNameTaken && names.some((name) => nameKey(name) === nameKey(commonName));
    if (free) this.#commonNameTaken = false;
    return free;
  }
}
