import { type Logger, messageOf, type StoredValue } from '@stationery/core';
import { discoveryDocument, discoveryTopic } from './discovery-document.ts';
import type { MqttDevice } from './mqtt-device.ts';
import type { Outbox } from './outbox.ts';

interface AnnouncementDeps {
  device: MqttDevice;
  /** The prefix of all topics. */
  base: string;
  /** Undefined if Home Assistant must not discover the device. */
  discoveryPrefix: string | undefined;
  stored: StoredValue<readonly string[]>;
  outbox: Outbox;
  log: Logger;
}

/** Limited, so that trying many prefixes without a broker does not fill the database. */
const maxRemembered = 50;

/**
 * Removes messages under old prefixes, then announces the device unless discovery is off. Each retained topic is stored
 * before it is published and until its removal is confirmed, so that nothing remains under an old prefix.
 */
export function announce(deps: AnnouncementDeps): void {
  const { device, base, discoveryPrefix, stored, outbox, log } = deps;
  const remembered = () => stored.get().filter((topic) => typeof topic === 'string');
  /** Stores the topics. Only logs a failure, so that the device is announced even if the disk is full. */
  const remember = (topics: readonly string[]) => {
    try {
      if (stored.get().join(' ') !== topics.join(' ')) stored.set(topics);
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'saving the MQTT topics failed');
    }
  };
  const id = `stationery_${device.kind}_${device.id}`;
  const topic = discoveryPrefix === undefined ? undefined : discoveryTopic(discoveryPrefix, id);
  const current = new Set(['availability', ...device.retained].map((name) => `${base}/${name}`));
  if (topic !== undefined) current.add(topic);
  const before = remembered();
  remember([...new Set([...current, ...before])].slice(0, maxRemembered));
  for (const old of before.filter((each) => !current.has(each)))
    outbox.retain(old, '', () => remember(remembered().filter((each) => each !== old)));
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
