import { type Logger, messageOf, type StoredSettings } from '@stationery/core';
import { discoveryDocument, discoveryTopic } from './discovery-document.ts';
import type { MqttDevice } from './mqtt-device.ts';
import type { Outbox } from './outbox.ts';

export interface AnnouncementParts {
  device: MqttDevice;
  /** What our topics begin with. */
  base: string;
  /** Undefined: Home Assistant must not find the device. */
  discoveryPrefix: string | undefined;
  stored: Pick<StoredSettings, 'get' | 'set'>;
  outbox: Outbox;
  log: Logger;
}

const setting = 'mqtt.retained';
/** Somebody who tries prefixes without a broker must not fill the database. */
const mostRemembered = 50;

/**
 * What the broker holds of us. Every topic is remembered before it is published and until its removal was confirmed, so
 * that nothing is left behind under a prefix that is no longer used.
 */
export class Announcement {
  readonly #parts: AnnouncementParts;

  constructor(parts: AnnouncementParts) {
    this.#parts = parts;
  }

  /** Removes what was published elsewhere, then announces the device, unless that is switched off. */
  make(): void {
    const { device, base, discoveryPrefix, outbox } = this.#parts;
    const id = `stationery_${device.kind}_${device.id}`;
    const topic = discoveryPrefix === undefined ? undefined : discoveryTopic(discoveryPrefix, id);
    const current = new Set(['availability', ...device.retained].map((name) => `${base}/${name}`));
    if (topic !== undefined) current.add(topic);
    const before = this.#remembered();
    this.#remember([...new Set([...current, ...before])].slice(0, mostRemembered));
    for (const old of before.filter((each) => !current.has(each))) {
      outbox.retain(old, '', () => this.#remember(this.#remembered().filter((each) => each !== old)));
    }
    if (topic === undefined) return;
    const document = discoveryDocument({
      id,
      device: device.info(),
      availabilityTopic: `${base}/availability`,
      components: device.components((name) => `${base}/${name}`),
    });
    outbox.retain(topic, JSON.stringify(document));
    outbox.repeat(topic);
  }

  #remembered(): string[] {
    try {
      const topics: unknown = JSON.parse(this.#parts.stored.get(setting) ?? '[]');
      return Array.isArray(topics) ? topics.filter((topic) => typeof topic === 'string') : [];
    } catch {
      return [];
    }
  }

  /** A full disk is no reason not to announce. */
  #remember(topics: readonly string[]): void {
    const { stored, log } = this.#parts;
    const text = JSON.stringify(topics);
    try {
      if (stored.get(setting) !== text) stored.set(setting, text);
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'the topics of MQTT were not saved');
    }
  }
}
