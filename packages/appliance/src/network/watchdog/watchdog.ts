import type { Clock } from '@stationery/core';
import type { Radio } from '../radio/radio.ts';
import type { RadioState } from '../radio/radio-state.ts';
import type { Incident, WatchdogReport } from './report.ts';

interface WatchdogDeps {
  readonly interface: string;
  readRadio(): Promise<RadioState>;
  readonly radio: Radio;
  readonly clock: Clock;
  now(): Date;
  /** Logs a line. Called when the state has changed. */
  say(line: string): void;
  report(report: WatchdogReport): void;
  /** The last incident before this start. */
  readonly earlierTrouble: Incident | null;
}

/**
 * How long the interface may be in a different mode without having joined a network, for example while hostapd
 * restarts.
 */
export const graceMs = 20_000;

/** Watches the radio and switches it off if the interface is not an access point. */
export class Watchdog {
  readonly #deps: WatchdogDeps;
  #trouble: Incident | null;
  #wrongSinceMs: number | undefined;
  #lastSaid = '';

  constructor(deps: WatchdogDeps) {
    this.#deps = deps;
    this.#trouble = deps.earlierTrouble;
  }

  async check(): Promise<void> {
    const { clock, interface: own } = this.#deps;
    const status = classifyRadio(await this.#deps.readRadio(), own);
    if (status.state !== 'wrong-mode') this.#wrongSinceMs = undefined;
    else this.#wrongSinceMs ??= clock.nowMs();
    const tooLong = this.#wrongSinceMs !== undefined && clock.nowMs() - this.#wrongSinceMs >= graceMs;
    const what = describeStatus(status, own);
    const act = status.state === 'joined' || (status.state === 'wrong-mode' && tooLong);
    this.#say(act ? `${what}; ${await this.#switchOff(status.interface, what)}` : what);
    this.#deps.report({
      checkedAt: this.#deps.now().toISOString(),
      ok: status.state === 'access-point',
      what,
      trouble: this.#trouble,
    });
  }

  async #switchOff(interfaceName: string, what: string): Promise<string> {
    const failed = await this.#deps.radio.switchOff(interfaceName);
    const done =
      failed.length === 0
        ? 'the radio was switched off'
        : `the radio could not be switched off: ${failed.join('; ')}`;
    this.#trouble = { at: this.#deps.now().toISOString(), what, done };
    return done;
  }

  #say(line: string): void {
    if (line === this.#lastSaid) return;
    this.#lastSaid = line;
    this.#deps.say(line);
  }
}

type RadioStatus =
  | { readonly state: 'access-point'; readonly ssid: string | undefined }
  /** The radio state cannot be read. */
  | { readonly state: 'blind'; readonly why: string }
  /** The station's own interface is missing or switched off. */
  | { readonly state: 'silent'; readonly why: string }
  | { readonly state: 'wrong-mode'; readonly interface: string; readonly type: string }
  | { readonly state: 'joined'; readonly interface: string; readonly network: string };

function classifyRadio(radio: RadioState, own: string): RadioStatus {
  if ('blind' in radio) return { state: 'blind', why: radio.blind };
  const joiner = radio.interfaces.find(({ joined }) => joined !== undefined);
  if (joiner?.joined !== undefined) {
    return { state: 'joined', interface: joiner.name, network: joiner.joined };
  }
  const found = radio.interfaces.find(({ name }) => name === own);
  if (found === undefined) return { state: 'silent', why: `there is no Wi-Fi interface ${own}` };
  if (!found.up) return { state: 'silent', why: `${own} is switched off` };
  return found.type === 'AP'
    ? { state: 'access-point', ssid: found.ssid }
    : { state: 'wrong-mode', interface: own, type: found.type };
}

function describeStatus(status: RadioStatus, own: string): string {
  switch (status.state) {
    case 'access-point':
      return `${own} is an access point${status.ssid === undefined ? '' : ` (“${status.ssid}”)`}`;
    case 'blind':
      return `the state of the radio cannot be read: ${status.why}`;
    case 'silent':
      return `there is no access point: ${status.why}`;
    case 'wrong-mode':
      return `${status.interface} is not an access point (its mode is “${status.type}”)`;
    case 'joined':
      return `${status.interface} has joined the network “${status.network}”`;
  }
}
