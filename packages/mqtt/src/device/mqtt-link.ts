import { readFileSync } from 'node:fs';
import { describeMqttReason, type MqttReason, type MqttState } from '@stationery/contract';
import { Backoff, type Clock, type Logger, messageOf } from '@stationery/core';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import type { MqttConfig } from '../settings.ts';
import { failureReason, isSessionTaken, isVersionRefusal } from './failure-reason.ts';
import type { Outbox } from './outbox.ts';

const retryTimes = { firstMs: 1_000, longestMs: 60_000 };
/**
 * Only a connection that lasts longer than any wait counts as a success: two devices with one serial number, which take
 * the connection from each other, must wait longer each time.
 */
const lastingMs = 2 * retryTimes.longestMs;
const connectTimeoutMs = 10_000;
const keepaliveSeconds = 20;
/** So many messages are on their way at once; a broker that confirms none is given no more. */
const mostUnderWay = 16;
/** What other clients send us is a word or a small document. */
const largestPacketBytes = 64 * 1024;
const closeWithinMs = 1_000;

export interface MqttLinkParts {
  config: MqttConfig;
  clientId: string;
  /** What the broker publishes for us when we are gone without a word. */
  lastWill: { topic: string; payload: string };
  subscribeTo: readonly string[];
  outbox: Outbox;
  clock: Clock;
  log: Logger;
  onConnected: () => void;
  onMessage: (topic: string, payload: Buffer, isRetained: boolean) => void;
  onState: (state: MqttState) => void;
}

/** Keeps a connection to the broker. Nobody waits for it: what is to be sent is in the outbox. */
export class MqttLink {
  readonly #parts: MqttLinkParts;
  readonly #backoff = new Backoff(retryTimes);
  #client: MqttClient | undefined;
  #isConnected = false;
  #underWay = 0;
  #cancelRetry = () => {};
  #cancelLasting = () => {};
  #state: MqttState;
  #protocolVersion: 4 | 5 = 5;
  #isClosed = false;

  constructor(parts: MqttLinkParts) {
    this.#parts = parts;
    this.#state = { state: 'connecting', address: parts.config.address };
  }

  get state(): MqttState {
    return this.#state;
  }

  start(): void {
    this.#connect();
  }

  /** Sends what is in the outbox, as far as the broker keeps up. */
  flush(): void {
    const client = this.#client;
    const { outbox, log } = this.#parts;
    while (this.#isConnected && client !== undefined && this.#underWay < mostUnderWay) {
      const next = outbox.next();
      if (next === undefined) break;
      const { topic, payload, isRetained } = next.message;
      this.#underWay++;
      client.publish(topic, payload, { qos: 1, retain: isRetained }, (error) => {
        if (client !== this.#client) return;
        this.#underWay--;
        // One that is refused is not sent again. Without a connection it stays in the outbox.
        if (error === null || error === undefined || isRefusal(error)) next.confirmed();
        if (isRefusal(error)) this.#notAllowed(topic);
        this.flush();
      });
    }
    const dropped = this.#isConnected ? outbox.takeDropped() : 0;
    if (dropped > 0)
      log.warn({ dropped }, 'messages for MQTT were dropped: the broker was away for too long');
  }

  /**
   * Sends what is left and the last will, and ends the connection, in a second at most. Where that is not enough, the
   * broker publishes the last will.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRetry();
    this.#cancelLasting();
    const client = this.#client;
    if (client === undefined) return;
    if (!this.#isConnected) {
      this.#drop();
      return;
    }
    this.flush();
    const { topic, payload } = this.#parts.lastWill;
    client.publish(topic, payload, { qos: 1, retain: true });
    await new Promise<void>((resolve) => {
      const giveUp = () => {
        cancel();
        client.end(true);
        resolve();
      };
      const cancel = this.#parts.clock.after(closeWithinMs, giveUp);
      // Without a connection nothing is confirmed any more.
      client.once('close', giveUp);
      // It waits until everything on its way is confirmed.
      client.end(false, {}, () => {
        cancel();
        resolve();
      });
    });
    this.#client = undefined;
    this.#isConnected = false;
  }

  #connect(): void {
    const { config, subscribeTo, outbox, onMessage } = this.#parts;
    const { address, settings } = config;
    let options: IClientOptions;
    try {
      options = this.#options();
    } catch (error) {
      this.#parts.log.debug({ error: messageOf(error) }, 'CA file');
      this.#failed({ code: 'mqtt-ca-unreadable', file: config.caFile ?? '', settings });
      return;
    }
    const client = mqtt.connect(options);
    this.#client = client;
    this.#underWay = 0;
    const isMine = () => client === this.#client;
    client.on('connect', () => {
      if (!isMine()) return;
      this.#cancelLasting = this.#parts.clock.after(lastingMs, () => this.#backoff.reset());
      this.#isConnected = true;
      this.#setState({ state: 'connected', address });
      for (const topic of subscribeTo) {
        client.subscribe(topic, { qos: 1 }, (error, granted) => {
          if (isMine() && (isRefusal(error) || granted?.some(({ qos }) => qos >= 128)))
            this.#notAllowed(topic);
        });
      }
      outbox.startOver();
      this.#parts.onConnected();
      this.flush();
    });
    client.on('message', (topic, payload, { retain }) => {
      if (isMine()) onMessage(topic, payload, retain);
    });
    client.on('disconnect', (packet) => {
      if (isMine() && isSessionTaken(packet)) this.#failed({ code: 'mqtt-session-taken', address });
    });
    client.on('error', (error) => {
      if (!isMine()) return;
      if (isVersionRefusal(error) && this.#protocolVersion === 5) {
        this.#protocolVersion = 4;
        this.#drop();
        this.#connect();
      } else this.#failed(this.#isConnected ? { code: 'mqtt-lost', address } : failureReason(error, config));
    });
    client.on('close', () => {
      if (!isMine()) return;
      this.#failed(
        this.#isConnected ? { code: 'mqtt-lost', address } : { code: 'mqtt-unreachable', address, settings },
      );
    });
  }

  #options(): IClientOptions {
    const { config, clientId, lastWill } = this.#parts;
    const { protocol, host, port, user, password, caFile } = config;
    return {
      protocol,
      host,
      port,
      clientId,
      clean: true,
      protocolVersion: this.#protocolVersion,
      keepalive: keepaliveSeconds,
      connectTimeout: connectTimeoutMs,
      // We try again ourselves, with the same waits as everywhere.
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      timerVariant: 'native',
      will: { ...lastWill, payload: Buffer.from(lastWill.payload), qos: 1, retain: true },
      ...(this.#protocolVersion === 5 && { properties: { maximumPacketSize: largestPacketBytes } }),
      ...(user !== undefined && { username: user }),
      ...(password !== undefined && { password }),
      ...(caFile !== undefined && { ca: readFileSync(caFile) }),
    };
  }

  #failed(cause: MqttReason): void {
    this.#drop();
    const { config, clock } = this.#parts;
    this.#setState({
      state: 'failed',
      address: config.address,
      reason: describeMqttReason(cause),
      cause,
    });
    if (this.#isClosed) return;
    this.#cancelRetry = clock.after(this.#backoff.nextMs(), () => this.#connect());
  }

  /** The connection stays: other topics may be allowed. */
  #notAllowed(topic: string): void {
    const cause: MqttReason = { code: 'mqtt-not-allowed', topic };
    const { address } = this.#parts.config;
    this.#setState({ state: 'failed', address, reason: describeMqttReason(cause), cause });
  }

  #setState(state: MqttState): void {
    const before = JSON.stringify(this.#state);
    this.#state = state;
    if (before === JSON.stringify(state)) return;
    const { log, onState } = this.#parts;
    if (state.state === 'failed') log.warn({ code: state.cause.code }, state.reason);
    else log.info({ mqtt: state.state, broker: this.#parts.config.address }, 'MQTT');
    onState(state);
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#isConnected = false;
    this.#cancelLasting();
    // What it still reports concerns nobody.
    client?.on('error', () => {});
    client?.end(true);
  }
}

/** The broker has an answer, and it is no. */
const isRefusal = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'number' && code >= 128;
};
