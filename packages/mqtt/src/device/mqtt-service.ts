import type { MqttState } from '@stationery/contract';
import { AppError, type Clock, type Logger, type StoredValue } from '@stationery/core';
import type { MqttConfig } from '../settings.ts';
import { announce } from './announcement.ts';
import type { MqttDevice } from './mqtt-device.ts';
import { MqttLink } from './mqtt-link.ts';
import { Outbox } from './outbox.ts';

export interface MqttServiceDeps {
  config: MqttConfig;
  device: MqttDevice;
  /** Topics that the broker retains. */
  stored: StoredValue<readonly string[]>;
  clock: Clock;
  log: Logger;
  onState: (state: MqttState) => void;
}

const maxPayloadBytes = 4_096;

/** Publishes state and runs commands over MQTT. Callers never wait for the broker. */
export class MqttService {
  readonly #deps: MqttServiceDeps;
  readonly #base: string;
  readonly #outbox: Outbox;
  readonly #link: MqttLink;
  readonly #announce: () => void;

  constructor(deps: MqttServiceDeps) {
    this.#deps = deps;
    const { config, device, clock, log, onState, stored } = deps;
    this.#base = `${config.prefix}/${device.kind}/${device.id}`;
    this.#outbox = new Outbox(() => clock.nowMs());
    const { discoveryPrefix } = config;
    const status = discoveryPrefix === undefined ? [] : [`${discoveryPrefix}/status`];
    this.#announce = () =>
      announce({ device, base: this.#base, discoveryPrefix, stored, outbox: this.#outbox, log });
    this.#link = new MqttLink({
      config,
      clientId: `stationery-${device.kind}-${device.id}`,
      lastWill: { topic: this.#topic('availability'), payload: 'offline' },
      subscribeTo: [this.#topic('set/+'), ...status],
      outbox: this.#outbox,
      clock,
      log,
      onConnected: () => {
        this.#announce();
        this.#outbox.retain(this.#topic('availability'), 'online');
      },
      onMessage: (topic, payload, isRetained) => this.#received(topic, payload, isRetained),
      onState,
    });
  }

  get state(): MqttState {
    return this.#link.state;
  }

  start(): void {
    this.#link.start();
  }

  /** Publishes a retained state. */
  publish(name: string, document: object): void {
    this.#outbox.retain(this.#topic(name), JSON.stringify(document));
    this.#link.flush();
  }

  /** Publishes an event, which is not retained. */
  tell(name: string, document: object): void {
    this.#outbox.addNews(this.#topic(name), JSON.stringify(document));
    this.#link.flush();
  }

  /** Announces the device again, with its new name or other properties. */
  announce(): void {
    this.#announce();
    this.#link.flush();
  }

  async close(): Promise<void> {
    await this.#link.close();
  }

  #topic(name: string): string {
    return `${this.#base}/${name}`;
  }

  #received(topic: string, payload: Buffer, isRetained: boolean): void {
    const { device, config } = this.#deps;
    if (config.discoveryPrefix !== undefined && topic === `${config.discoveryPrefix}/status`) {
      if (payload.toString('latin1', 0, 16) === 'online') this.#homeAssistantStarted();
      return;
    }
    const name = topic.startsWith(`${this.#base}/set/`) ? topic.slice(this.#base.length + 5) : '';
    const command = Object.hasOwn(device.commands, name) ? device.commands[name] : undefined;
    const refuse = (error: unknown) => this.#refused(name, error);
    // Refuse a retained command, because it is old and would run again with every connection.
    if (isRetained) refuse(new AppError('invalid-request', 'A retained message is not a command.'));
    else if (command === undefined) refuse(new AppError('unknown-path', `There is no command “${name}”.`));
    else if (payload.length > maxPayloadBytes)
      refuse(new AppError('request-too-large', `The payload has more than ${maxPayloadBytes} bytes.`));
    else {
      try {
        Promise.resolve(command(payload.toString('utf8').trim())).catch(refuse);
      } catch (error) {
        refuse(error);
      }
    }
  }

  #refused(name: string, error: unknown): void {
    const { log } = this.#deps;
    const isOurs = error instanceof AppError;
    const code = isOurs ? error.code : 'unexpected-error';
    const command = name.slice(0, 64);
    if (isOurs) log.warn({ command, code }, `MQTT command refused: ${error.message}`);
    else log.error({ command, err: error }, 'MQTT command failed');
    this.tell('refused', { command, code, message: isOurs ? error.message : 'Unexpected error.' });
  }

  #homeAssistantStarted(): void {
    this.#deps.log.info('Home Assistant has started; announcing the device again');
    this.#announce();
    for (const name of this.#deps.device.retained) this.#outbox.repeat(this.#topic(name));
    this.#link.flush();
  }
}
