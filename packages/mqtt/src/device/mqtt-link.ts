import { readFileSync } from 'node:fs';
import { describeMqttReason, type MqttReason, type MqttState } from '@stationery/contract';
import { Backoff, type Clock, type Logger, messageOf, systemErrorCode } from '@stationery/core';
import type { IClientOptions, MqttClient } from 'mqtt';
import mqtt from 'mqtt';
import type { MqttConfig } from '../settings.ts';
import type { Outbox } from './outbox.ts';

const retryTimes = { firstMs: 1_000, maxMs: 60_000 };
/**
 * A connection counts as successful only after this time. Otherwise two devices with the same serial number would take
 * the connection from each other without growing delays.
 */
const lastingMs = 2 * retryTimes.maxMs;
const connectTimeoutMs = 10_000;
const keepaliveSeconds = 20;
/** Maximum number of messages in flight, in case a broker confirms nothing. */
const maxInFlight = 16;
/** Maximum size of packets that the broker may deliver. Commands are a word or a small document. */
const maxPacketBytes = 64 * 1024;
const closeWithinMs = 1_000;

interface MqttLinkDeps {
  config: MqttConfig;
  clientId: string;
  lastWill: { topic: string; payload: string };
  subscribeTo: readonly string[];
  outbox: Outbox;
  clock: Clock;
  log: Logger;
  onConnected: () => void;
  onMessage: (topic: string, payload: Buffer, isRetained: boolean) => void;
  onState: (state: MqttState) => void;
}

/** Keeps a connection to the broker. Callers never wait for it; messages are in the outbox. */
export class MqttLink {
  readonly #deps: MqttLinkDeps;
  readonly #backoff = new Backoff(retryTimes);
  #client: MqttClient | undefined;
  #isConnected = false;
  #underWay = 0;
  #cancelRetry = () => {};
  #cancelLasting = () => {};
  #state: MqttState;
  #protocolVersion: 4 | 5 = 5;
  #isClosed = false;

  constructor(deps: MqttLinkDeps) {
    this.#deps = deps;
    this.#state = { state: 'connecting', address: deps.config.address };
  }

  get state(): MqttState {
    return this.#state;
  }

  start(): void {
    this.#connect();
  }

  flush(): void {
    const client = this.#client;
    const { outbox, log } = this.#deps;
    while (this.#isConnected && client !== undefined && this.#underWay < maxInFlight) {
      const next = outbox.next();
      if (next === undefined) break;
      const { topic, payload, isRetained } = next.message;
      this.#underWay++;
      client.publish(topic, payload, { qos: 1, retain: isRetained }, (error) => {
        if (client !== this.#client) return;
        this.#underWay--;
        // Rejected messages are not sent again. Without a connection, messages stay in the outbox.
        if (!error || isRefusal(error)) next.confirmed();
        if (isRefusal(error)) this.#failedTopic(topic);
        this.flush();
      });
    }
    const dropped = this.#isConnected ? outbox.takeDropped() : 0;
    if (dropped > 0) log.warn({ dropped }, 'MQTT messages dropped: the broker was unavailable for too long');
  }

  /** Sends the remaining messages and the last will, and ends the connection within a second. */
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
    const { topic, payload } = this.#deps.lastWill;
    client.publish(topic, payload, { qos: 1, retain: true });
    await new Promise<void>((resolve) => {
      const giveUp = () => {
        cancel();
        client.end(true);
        resolve();
      };
      const cancel = this.#deps.clock.after(closeWithinMs, giveUp);
      // Gives up when the connection closes, because no message will be confirmed.
      client.once('close', giveUp);
      // `end` waits until all messages in flight are confirmed.
      client.end(false, {}, () => {
        cancel();
        resolve();
      });
    });
    this.#client = undefined;
    this.#isConnected = false;
  }

  #connect(): void {
    const { config, subscribeTo, outbox, onMessage } = this.#deps;
    const { address, settings } = config;
    let options: IClientOptions;
    try {
      options = this.#options();
    } catch (error) {
      this.#deps.log.debug({ reason: messageOf(error) }, 'reading the CA file failed');
      this.#failed({ code: 'mqtt-ca-unreadable', file: config.caFile ?? '', settings });
      return;
    }
    const client = mqtt.connect(options);
    this.#client = client;
    this.#underWay = 0;
    const isMine = () => client === this.#client;
    client.on('connect', () => {
      if (!isMine()) return;
      this.#cancelLasting = this.#deps.clock.after(lastingMs, () => this.#backoff.reset());
      this.#isConnected = true;
      this.#setState({ state: 'connected', address });
      for (const topic of subscribeTo) {
        client.subscribe(topic, { qos: 1 }, (error, granted) => {
          if (isMine() && (isRefusal(error) || granted?.some(({ qos }) => qos >= 128)))
            this.#failedTopic(topic);
        });
      }
      outbox.startOver();
      this.#deps.onConnected();
      this.flush();
    });
    client.on('message', (topic, payload, { retain }) => {
      if (isMine()) onMessage(topic, payload, retain);
    });
    client.on('disconnect', (packet) => {
      if (isMine() && packet.reasonCode === sessionTaken)
        this.#failed({ code: 'mqtt-session-taken', address });
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
    const { config, clientId, lastWill } = this.#deps;
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
      // The library does not reconnect, because this class does, with the common backoff.
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      timerVariant: 'native',
      will: { ...lastWill, payload: Buffer.from(lastWill.payload), qos: 1, retain: true },
      ...(this.#protocolVersion === 5 && { properties: { maximumPacketSize: maxPacketBytes } }),
      ...(user !== undefined && { username: user }),
      ...(password !== undefined && { password }),
      ...(caFile !== undefined && { ca: readFileSync(caFile) }),
    };
  }

  #failed(cause: MqttReason): void {
    this.#drop();
    this.#setFailed(cause);
    if (this.#isClosed) return;
    this.#cancelRetry = this.#deps.clock.after(this.#backoff.nextMs(), () => this.#connect());
  }

  /** Reports a refused topic. Keeps the connection, because other topics may be allowed. */
  #failedTopic(topic: string): void {
    this.#setFailed({ code: 'mqtt-not-allowed', topic });
  }

  #setFailed(cause: MqttReason): void {
    const { address } = this.#deps.config;
    this.#setState({ state: 'failed', address, reason: describeMqttReason(cause), cause });
  }

  #setState(state: MqttState): void {
    const before = JSON.stringify(this.#state);
    this.#state = state;
    if (before === JSON.stringify(state)) return;
    const { log, onState } = this.#deps;
    if (state.state === 'failed') log.warn({ code: state.cause.code }, state.reason);
    else log.info({ mqtt: state.state, broker: this.#deps.config.address }, 'MQTT');
    onState(state);
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#isConnected = false;
    this.#cancelLasting();
    // Ignore late errors from the old client.
    client?.on('error', () => {});
    client?.end(true);
  }
}

const reasonCode = (error: unknown) => (error as { code?: unknown } | null | undefined)?.code;

const isRefusal = (error: unknown): boolean => {
  const code = reasonCode(error);
  return typeof code === 'number' && code >= 128;
};

/** CONNACK codes of MQTT 5 and MQTT 3.1.1, and the DISCONNECT code for a session that was taken over. */
const loginRefused = [4, 5, 134, 135, 140];
const versionRefused = [1, 132];
const sessionTaken = 142;

/** Whether the broker supports only MQTT 3.1.1. */
const isVersionRefusal = (error: unknown): boolean => versionRefused.includes(reasonCode(error) as number);

function failureReason(error: unknown, { address, settings, protocol }: MqttConfig): MqttReason {
  const code = reasonCode(error);
  if (typeof code === 'number') {
    if (loginRefused.includes(code)) return { code: 'mqtt-login-refused', address, settings };
    return { code: 'mqtt-refused', address, message: shortMessage(error) };
  }
  const systemCode = systemErrorCode(error);
  const isTlsError =
    protocol === 'mqtts' &&
    (systemCode === undefined || /^(?:EPROTO|ERR_(?:SSL|TLS)_|.*(?:CERT|SIGNATURE|CRL))/.test(systemCode));
  if (isTlsError && !/timeout/i.test(messageOf(error)))
    return { code: 'mqtt-tls-failed', address, settings, message: shortMessage(error) };
  return { code: 'mqtt-unreachable', address, settings };
}

const shortMessage = (error: unknown) =>
  messageOf(error)
    .replaceAll(/[\u0000-\u001f]+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .slice(0, 200);
