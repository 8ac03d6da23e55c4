import type { Clock } from '@stationery/core';
import type { Radio } from '../radio/radio.ts';
import type { RadioState } from '../radio/radio-state.ts';
import type { Incident, WatchdogReport } from './report.ts';

interface WatchdogParts {
  readonly interface: string;
  readRadio(): Promise<RadioState>;
  readonly radio: Radio;
  readonly clock: Clock;
  /** The time of day, for reports. */
  now(): Date;
  /** Logs a line when the state changed. */
  say(line: string): void;
  report(report: WatchdogReport): void;
  /** The last incident before this start; null if none. */
  readonly earlierTrouble: Incident | null;
}

/** How long the interface may be in another mode without joining, as while hostapd restarts. */
export const graceMs = 20_000;

/** Checks the radio and switches it off if the interface is not an access point. */
export class Watchdog {
  readonly #parts: WatchdogParts;
  #trouble: Incident | null;
  #wrongSinceMs: number | undefined;
  #lastSaid = '';

  constructor(parts: WatchdogParts) {
    this.#parts = parts;
    this.#trouble = parts.earlierTrouble;
  }

  async check(): Promise<void> {
    const { clock, interface: own } = this.#parts;
    const verdict = judge(await this.#parts.readRadio(), own);
    if (verdict.state !== 'wrong-mode') this.#wrongSinceMs = undefined;
    else this.#wrongSinceMs ??= clock.nowMs();
    const tooLong = this.#wrongSinceMs !== undefined && clock.nowMs() - this.#wrongSinceMs >= graceMs;
    const what = describeVerdict(verdict, own);
    const act = verdict.state === 'joined' || (verdict.state === 'wrong-mode' && tooLong);
    this.#say(act ? `${what}; ${await this.#switchOff(verdict.interface, what)}` : what);
    this.#parts.report({
      checkedAt: this.#parts.now().toISOString(),
      ok: verdict.state === 'access-point',
      what,
      trouble: this.#trouble,
    });
  }

  async #switchOff(interfaceName: string, what: string): Promise<string> {
    const failed = await this.#parts.radio.switchOff(interfaceName);
    const done =
      failed.length === 0
        ? 'the radio was switched off'
        : `the radio could not be switched off: ${failed.join('; ')}`;
    this.#trouble = { at: this.#parts.now().toISOString(), what, done };
    return done;
  }

  #say(line: string): void {
    if (line === this.#lastSaid) return;
    this.#lastSaid = line;
    this.#parts.say(line);
  }
}

type Verdict =
  | { readonly state: 'access-point'; readonly ssid: string | undefined }
  /** The radio state cannot be read. */
  | { readonly state: 'blind'; readonly why: string }
  /** Nothing can transmit. */
  | { readonly state: 'silent'; readonly why: string }
  | { readonly state: 'wrong-mode'; readonly interface: string; readonly type: string }
  | { readonly state: 'joined'; readonly interface: string; readonly network: string };

/** Checks that the station's interface is an access point and no interface has joined a network. */
function judge(radio: RadioState, own: string): Verdict {
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

function describeVerdict(verdict: Verdict, own: string): string {
  switch (verdict.state) {
    case 'access-point':
      return `${own} is an access point${verdict.ssid === undefined ? '' : ` (“${verdict.ssid}”)`}`;
    case 'blind':
      return `the state of the radio cannot be read: ${verdict.why}`;
    case 'silent':
      return `nothing is on the air: ${verdict.why}`;
    case 'wrong-mode':
      return `${verdict.interface} is not an access point (its mode is “${verdict.type}”)`;
    case 'joined':
      return `${verdict.interface} has joined the network “${verdict.network}”`;
  }
}
