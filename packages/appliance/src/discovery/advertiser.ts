import type { Clock, Logger } from '@stationery/core';
import { ClaimedNames } from './claimed-names.ts';
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
import type { Identity } from './names.ts';
import { replyTo } from './reply.ts';
import { type Advertisement, isServiceList, serviceRecords } from './service-records.ts';

interface AdvertiserParts {
  openNetwork: (listener: NetworkListener) => MulticastNetwork;
  identity: Identity;
  port: number;
  txt: Readonly<Record<string, string>>;
  clock: Clock;
  log: Logger;
  /** From 0 up to, and without, 1. */
  random?: () => number;
}

const probes = { count: 3, apartMs: 250 };
// A little more than the second that must lie between them: a timer may be early.
const announcements = { count: 2, apartMs: minimumGapMs + 20 };
const afterConflictMs = 1_000;
/** Somebody who takes every name we try must not keep us busy (RFC 6762, 8.1). */
const manyConflicts = { count: 15, waitMs: 5_000 };

/**
 * Makes the station known by multicast DNS (RFC 6762) and DNS-SD (RFC 6763): asks whether its names are free, takes
 * others where they are not, announces itself, answers, and says goodbye.
 */
export class Advertiser {
  readonly #parts: AdvertiserParts;
  readonly #network: MulticastNetwork;
  readonly #names: ClaimedNames;
  readonly #random: () => number;
  readonly #timers = new Set<() => void>();
  readonly #pace: MulticastRate;
  /** The networks where something waits for its second to pass. */
  readonly #flushing = new Set<string>();
  #state: 'asking' | 'known' | 'stopped' = 'asking';
  /** What others may believe of us. */
  #said: Advertisement | undefined;
  #conflicts = 0;

  constructor(parts: AdvertiserParts) {
    this.#parts = parts;
    this.#random = parts.random ?? Math.random;
    this.#pace = new MulticastRate(parts.clock);
    this.#names = new ClaimedNames(parts.identity);
    this.#network = parts.openNetwork({
      onMessage: (bytes, from, link) => this.#hear(bytes, from, link),
      onChange: () => this.#begin(),
    });
  }

  /** Its host names, without `.local`. */
  get hostNames(): readonly string[] {
    return this.#said?.hosts ?? [];
  }

  /** The station has another nickname now. */
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

  /** Withdraws the records that are no longer true, then claims the names from the start. */
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
    // Where there is no network now, all begins again when there is one.
    if (this.#network.links.length === 0) return;
    const said = this.#advertisement();
    if (round === 1) {
      this.#parts.log.info({ name: said.instance, hosts: said.hosts }, 'discovery: the station can be found');
    }
    this.#state = 'known';
    this.#said = said;
    for (const link of this.#network.links) {
      this.#multicast(link, { answers: this.#records(link), additionals: [] });
    }
    if (round < announcements.count) this.#after(announcements.apartMs, () => this.#tell(round + 1));
    else this.#conflicts = 0;
  }

  /** Says goodbye to all that was said and is not in `still`. */
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
        // Without the cache-flush bit: another host may have these names now.
        const answers = gone.map((record) => ({ ...record, ttlSeconds: 0, unique: false }));
        if (answers.length === 0) return undefined;
        // At once, also within the second after they were last said: until then they are a lie.
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

  /** Where both sides have the names both ask again, and one of them finds them taken. */
  #hearConflict(taken: readonly Name[]): void {
    this.#conflicts++;
    const longWaitMs = this.#conflicts > manyConflicts.count ? manyConflicts.waitMs : undefined;
    if (this.#state === 'known') {
      this.#begin(longWaitMs ?? afterConflictMs);
      return;
    }
    this.#parts.log.info(
      { taken: taken.map((name) => name.join('.')) },
      'discovery: another device has this name',
    );
    this.#names.giveWay(taken);
    this.#begin(longWaitMs);
  }

  #advertisement(): Advertisement {
    const { instance, hosts } = this.#names;
    const { port, txt } = this.#parts;
    return { instance, hosts, port, txt };
  }

  #records(link: NetworkLink): DnsRecord[] {
    return serviceRecords(this.#advertisement(), link.addresses);
  }

  #isOurs(address: string): boolean {
    return this.#network.links.some(({ addresses }) => addresses.includes(address));
  }

  /** Announces to a network, each record when it may be sent. */
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
    const cancel = this.#parts.clock.after(delayMs, () => {
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
