import type { Component, DeviceInfo } from './discovery-document.ts';

/** Runs a command that came over MQTT. What it throws is published under `refused`. */
export type Command = (payload: string) => void | Promise<void>;

/** A service as other programs see it over MQTT. */
export interface MqttDevice {
  kind: 'station' | 'plotter';
  /** Of letters, digits, `-` and `_`; it never changes. */
  id: string;
  info: () => DeviceInfo;
  /** The entities of Home Assistant; `topic` gives the whole name of one of our topics. */
  components: (topic: (name: string) => string) => Record<string, Component>;
  /** By the name of the topic below `set/`. */
  commands: Record<string, Command>;
  /** All names that are ever published with `retain`, besides `availability`. */
  retained: readonly string[];
}
