import type { Component, DeviceInfo } from './discovery-document.ts';

/** Runs a command received over MQTT. Errors are published under `refused`. */
export type Command = (payload: string) => void | Promise<void>;

export interface MqttDevice {
  kind: 'station' | 'plotter';
  /** An id of letters, digits, `-` and `_`, which never changes. */
  id: string;
  info: () => DeviceInfo;
  /** The Home Assistant entities; `topic` returns the full name of a topic. */
  components: (topic: (name: string) => string) => Record<string, Component>;
  /** Commands by topic name below `set/`. */
  commands: Record<string, Command>;
  /** All names published with `retain`, besides `availability`. */
  retained: readonly string[];
}
