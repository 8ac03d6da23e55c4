import type { Buttons as ButtonsState } from '@stationery/contract';
import {
  AppError,
  type Clock,
  eventTypes,
  type InputEvent,
  InputEvents,
  type InputWatch,
  type ListedInput,
  type Logger,
  listInputDevices,
  type StoredValue,
  watchInputDevices,
} from '@stationery/core';

export type StoredButton = ButtonsState['buttons'][number];

export interface InputDevices {
  list(): ListedInput[];
  watch(): InputWatch;
}

const thisMachine: InputDevices = { list: listInputDevices, watch: watchInputDevices };

interface ButtonsDeps {
  stored: StoredValue<readonly StoredButton[]>;
  act: (button: StoredButton) => Promise<void>;
  clock: Clock;
  log: Logger;
  devices?: InputDevices | undefined;
}

const scanEveryMs = 2_000;
const debounceMs = 50;
const repeatMs = 150;
/** Further actions within the second are dropped. */
const maxActionsPerSecond = 30;

/** Whether the code is a mouse button or a touch, which control a page and not the player. */
const isPointer = (code: number) => (code >= 0x110 && code <= 0x117) || (code >= 0x140 && code <= 0x14f);
/** `REL_WHEEL_HI_RES` and `REL_HWHEEL_HI_RES` repeat what other codes report. */
const repeatedCodes = [11, 12];
const [released, held] = [0, 2];

/** Watches buttons. Reads devices only while a button is assigned or a client waits for a press. */
export class Buttons {
  readonly #deps: ButtonsDeps;
  readonly #devices: InputDevices;
  readonly #waiters = new Set<(control: string | null) => void>();
  /** Time of the last change by control. Stays small, because there are fewer than 1,000 codes. */
  readonly #changedMs = new Map<string, number>();
  #actionsMs: number[] = [];
  #watch: InputWatch | undefined;
  #cancelScan: (() => void) | undefined;

  constructor(deps: ButtonsDeps) {
    this.#deps = deps;
    this.#devices = deps.devices ?? thisMachine;
    this.#update();
  }

  read(): ButtonsState {
    const devices = this.#devices.list().map(({ name, isReadable }) => ({ name, readable: isReadable }));
    return { buttons: [...this.#deps.stored.get()], devices };
  }

  change(buttons: readonly StoredButton[]): void {
    const controls = new Set(buttons.map(({ control }) => control));
    if (controls.size < buttons.length)
      throw new AppError('invalid-request', 'Each control may be listed only once.', {
        pointer: '/data/attributes/buttons',
      });
    this.#deps.stored.set(buttons);
    this.#update();
  }

  /** Resolves to the pressed control, or to null after the timeout or if the caller aborts. */
  waitForPress(timeoutMs: number, signal: AbortSignal): Promise<string | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const finish = (control: string | null) => {
        this.#waiters.delete(finish);
        cancelTimer();
        signal.removeEventListener('abort', onAbort);
        this.#update();
        resolve(control);
      };
      const onAbort = () => finish(null);
      const cancelTimer = this.#deps.clock.after(timeoutMs, () => finish(null));
      signal.addEventListener('abort', onAbort);
      this.#waiters.add(finish);
      this.#update();
    });
  }

  close(): void {
    for (const finish of this.#waiters) finish(null);
    this.#stop();
  }

  #update(): void {
    const isWanted = this.#waiters.size > 0 || this.#deps.stored.get().length > 0;
    if (!isWanted) this.#stop();
    else if (this.#cancelScan === undefined) {
      this.#cancelScan = this.#deps.clock.every(scanEveryMs, () => this.#scan());
      this.#scan();
    }
  }

  #stop(): void {
    this.#cancelScan?.();
    this.#cancelScan = undefined;
    this.#watch?.close();
    this.#watch = undefined;
  }

  #scan(): void {
    const paths = this.#devices.list().flatMap(({ path, isReadable }) => (isReadable ? [path] : []));
    if (paths.length === 0) return;
    this.#watch ??= this.#start();
    this.#watch.open(paths);
  }

  #start(): InputWatch {
    const watch = this.#devices.watch();
    const events = new InputEvents();
    watch.events.on('data', (chunk: Buffer) => {
      if (watch === this.#watch) for (const event of events.read(chunk)) this.#event(event);
    });
    void watch.ended
      .catch((error: unknown) => String(error))
      .then((reason) => {
        if (watch !== this.#watch) return;
        this.#watch = undefined;
        this.#deps.log.warn({ reason }, 'buttons not read');
      });
    return watch;
  }

  #event(event: InputEvent): void {
    const control = controlOf(event);
    if (control === undefined) return;
    const isKey = event.type === eventTypes.key;
    const nowMs = this.#deps.clock.nowMs();
    const passedMs = nowMs - (this.#changedMs.get(control) ?? Number.NEGATIVE_INFINITY);
    const isHeld = isKey && event.value === held;
    if (isHeld && passedMs < repeatMs) return;
    this.#changedMs.set(control, nowMs);
    if (isKey && (event.value === released || passedMs < debounceMs)) return;
    if (this.#waiters.size > 0) {
      if (!isHeld) for (const finish of this.#waiters) finish(control);
      return;
    }
    const button = this.#deps.stored.get().find((each) => each.control === control);
    if (button === undefined || (isHeld && !button.action.startsWith('volume'))) return;
    void this.#act(button, nowMs);
  }

  async #act(button: StoredButton, nowMs: number): Promise<void> {
    this.#actionsMs = this.#actionsMs.filter((atMs) => nowMs - atMs < 1_000);
    if (this.#actionsMs.length >= maxActionsPerSecond) return;
    this.#actionsMs.push(nowMs);
    try {
      await this.#deps.act(button);
    } catch (err) {
      // Ignore AppErrors of the player: there is nothing to skip, or a limit refuses.
      if (!(err instanceof AppError)) this.#deps.log.error({ err, button }, 'button not handled');
    }
  }
}

function controlOf({ type, code, value }: InputEvent): string | undefined {
  if (type === eventTypes.key) return isPointer(code) ? undefined : `key-${code}`;
  if (type !== eventTypes.relative || value === 0 || repeatedCodes.includes(code)) return undefined;
  return `knob-${code}-${value > 0 ? 'up' : 'down'}`;
}

/** Percent per click of a knob, smaller than per key press. */
export const knobVolumeStep = 4;
export const isKnob = ({ control }: StoredButton) => control.startsWith('knob');
