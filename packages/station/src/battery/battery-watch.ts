import { readBattery } from '@stationery/appliance';
import { type BatteryState, lowBatteryPercent } from '@stationery/contract';
import type { Clock } from '@stationery/core';

interface BatteryWatchDeps {
  folder: string;
  clock: Clock;
  onChange: (state: BatteryState) => void;
}

const readEveryMs = 30_000;

export class BatteryWatch {
  readonly #deps: BatteryWatchDeps;
  #state: BatteryState = { state: 'missing' };
  /** Whether a reading is in progress. A gauge on a slow bus must not occupy more than one thread. */
  #isReading = false;
  #cancel: (() => void) | undefined;

  constructor(deps: BatteryWatchDeps) {
    this.#deps = deps;
  }

  get state(): BatteryState {
    return this.#state;
  }

  async start(): Promise<void> {
    await this.#read();
    this.#cancel = this.#deps.clock.every(readEveryMs, () => void this.#read());
  }

  close(): void {
    this.#cancel?.();
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const level = await readBattery(this.#deps.folder);
    this.#isReading = false;
    const before = JSON.stringify(this.#state);
    this.#state =
      level === undefined
        ? { state: 'missing' }
        : {
            state: level.isCharging ? 'charging' : 'discharging',
            percent: level.percent,
            low: !level.isCharging && level.percent <= lowBatteryPercent,
          };
    if (JSON.stringify(this.#state) !== before) this.#deps.onChange(this.#state);
  }
}
