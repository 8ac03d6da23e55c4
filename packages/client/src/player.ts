import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import { StationError } from './errors.ts';
import {
  type Bluetooth,
  type Buttons,
  type PlayerLimits,
  type PlayerOutputs,
  type PlayerSettings,
  type PlayerState,
  type StationOperations,
  type StationPlayerOperation,
  stationPlayerPlaces,
} from './generated/station.ts';

type Attributes<O extends keyof StationOperations> = StationOperations[O] extends {
  body: { data: { attributes: infer A } };
}
  ? A
  : never;

export type {
  Bluetooth,
  Buttons,
  PlayerLimits,
  PlayerOutputs,
  PlayerSettings,
  PlayerState,
} from './generated/station.ts';
export type PlayerReport = Attributes<'reportPlayback'>;

export interface StationPlayer {
  state(options?: CallOptions): Promise<PlayerState>;
  /** Sets the volume, the position, the sleep timer, or how the files play. */
  set(change: Attributes<'updatePlayer'>, options?: CallOptions): Promise<PlayerState>;
  play(filename?: string, options?: CallOptions): Promise<PlayerState>;
  pause(options?: CallOptions): Promise<PlayerState>;
  stop(options?: CallOptions): Promise<PlayerState>;
  next(options?: CallOptions): Promise<PlayerState>;
  /** Restarts the file, or plays the previous one if it has just begun. */
  previous(options?: CallOptions): Promise<PlayerState>;
  settings(options?: CallOptions): Promise<PlayerSettings>;
  changeSettings(change: Partial<PlayerSettings>, options?: CallOptions): Promise<PlayerSettings>;
  limits(options?: CallOptions): Promise<PlayerLimits>;
  /** Changes the limits. Needs `pin` if one is set. */
  changeLimits(change: Attributes<'updatePlayerLimits'>, options?: CallOptions): Promise<PlayerLimits>;
  /** The sound outputs. Asks the player, which takes up to a few seconds. */
  outputs(options?: CallOptions): Promise<PlayerOutputs>;
  /** Chooses a sound output; null for the default of the player. */
  chooseOutput(id: string | null, options?: CallOptions): Promise<PlayerOutputs>;
  bluetooth(options?: CallOptions): Promise<Bluetooth>;
  /** Searches in the background, or connects, disconnects or forgets a speaker. */
  commandBluetooth(command: Attributes<'commandBluetooth'>, options?: CallOptions): Promise<Bluetooth>;
  /** Returns the actions of buttons and knobs, and the devices that have them. */
  buttons(options?: CallOptions): Promise<Buttons>;
  changeButtons(buttons: Buttons['buttons'], options?: CallOptions): Promise<Buttons>;
  /** Waits for a press; null if none came in time. */
  waitForButton(options?: CallOptions & { timeoutSeconds?: number }): Promise<string | null>;
  /** Reports playback from the page that acts as the player. */
  report(report: PlayerReport, options?: CallOptions): Promise<void>;
}

export function createStationPlayer(options: ClientOptions): StationPlayer {
  const connection = new Connection(stationPlayerPlaces, options, StationError);
  const call = async <O extends StationPlayerOperation>(
    operation: O,
    more: CallOptions | undefined,
    data?: { id?: string; type: string; attributes: object },
  ): Promise<StationOperations[O]['answer']> =>
    connection.call(operation, data === undefined ? more : { ...more, body: { data } });
  const command = async (attributes: Attributes<'commandPlayer'>, more?: CallOptions) =>
    (await call('commandPlayer', more, { type: 'player-command', attributes })).data.attributes;
  return {
    state: async (more) => (await call('getPlayer', more)).data.attributes,
    set: async (attributes, more) =>
      (await call('updatePlayer', more, { id: 'player', type: 'player', attributes })).data.attributes,
    play: (filename, more) => command({ command: 'play', ...(filename !== undefined && { filename }) }, more),
    pause: (more) => command({ command: 'pause' }, more),
    stop: (more) => command({ command: 'stop' }, more),
    next: (more) => command({ command: 'next' }, more),
    previous: (more) => command({ command: 'previous' }, more),
    settings: async (more) => (await call('getPlayerSettings', more)).data.attributes,
    changeSettings: async (attributes, more) => {
      const type = 'player-settings';
      return (await call('updatePlayerSettings', more, { id: type, type, attributes })).data.attributes;
    },
    limits: async (more) => (await call('getPlayerLimits', more)).data.attributes,
    changeLimits: async (attributes, more) => {
      const type = 'player-limits';
      return (await call('updatePlayerLimits', more, { id: type, type, attributes })).data.attributes;
    },
    outputs: async (more) => (await call('getPlayerOutputs', more)).data.attributes,
    chooseOutput: async (output, more) => {
      const type = 'player-outputs';
      return (await call('updatePlayerOutputs', more, { id: type, type, attributes: { output } })).data
        .attributes;
    },
    bluetooth: async (more) => (await call('getBluetooth', more)).data.attributes,
    commandBluetooth: async (attributes, more) =>
      (await call('commandBluetooth', more, { type: 'bluetooth-command', attributes })).data.attributes,
    buttons: async (more) => (await call('getButtons', more)).data.attributes,
    changeButtons: async (buttons, more) => {
      const type = 'buttons';
      return (await call('updateButtons', more, { id: type, type, attributes: { buttons } })).data.attributes;
    },
    async waitForButton({ timeoutSeconds: timeout = 30, ...more } = {}) {
      const ask = { query: { timeout }, ...more };
      const { data } = await connection.call<StationOperations['waitForButton']['answer']>(
        'waitForButton',
        ask,
      );
      return data.attributes.control;
    },
    report: (attributes, more) => call('reportPlayback', more, { type: 'player-report', attributes }),
  };
}
