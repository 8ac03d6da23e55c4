import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Bluez } from '@stationery/appliance/bluetooth';
import type { PlayerReason } from '@stationery/contract';
import type { Clock, Logger, OnDemand } from '@stationery/core';
import type { PlayerChoice } from '../player-choice.ts';
import type { Player, PlayerEvent } from './player.ts';
import { PlayerEvents } from './player-events.ts';

interface PlayerDeps {
  clock: Clock;
  log: Logger;
  /** Port of this station. MPD reads files and mpv reads streams from there. */
  httpPort: () => number;
  token: string | undefined;
  /** Lists Bluetooth speakers, because mpv does not. */
  bluez: OnDemand<Bluez>;
}

/** Loads only the code of the chosen player. */
export async function createPlayer(
  choice: PlayerChoice,
  { clock, log, httpPort, token, bluez }: PlayerDeps,
): Promise<Player> {
  const kind = choice.kind === 'auto' ? (hasMpv() && hasSoundDevice() ? 'mpv' : 'browser') : choice.kind;
  if (kind === 'none') return absentPlayer('none', { code: 'player-not-set' });
  if (kind === 'browser') {
    const { BrowserPlayer } = await import('./browser-player.ts');
    return new BrowserPlayer({ clock });
  }
  const { SupervisedPlayer } = await import('./supervised-player.ts');
  if (choice.kind === 'mpd') {
    if (token !== undefined) return absentPlayer('mpd', { code: 'mpd-needs-open-files' });
    const { listMpdOutputs, mpdSessions } = await import('./mpd/mpd-session.ts');
    const { host, port } = choice;
    const address = { host, port };
    const open = mpdSessions({ address, httpPort, clock });
    const listOutputs = () => listMpdOutputs({ address, clock });
    return new SupervisedPlayer({ kind: 'mpd', open, listOutputs, clock, log });
  }
  const { mpvSessions } = await import('./mpv/mpv-session.ts');
  const open = mpvSessions({ clock, httpPort, token });
  const listOutputs = async () => {
    const { listMpvOutputs } = await import('./mpv/mpv-outputs.ts');
    return listMpvOutputs({ bluez: await bluez.get() });
  };
  return new SupervisedPlayer({ kind: 'mpv', open, listOutputs, clock, log });
}

function hasMpv(): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    if (folder === '') return false;
    try {
      accessSync(join(folder, 'mpv'), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Whether there is a sound device. Assumes one on systems other than Linux. */
function hasSoundDevice(): boolean {
  if (process.platform !== 'linux') return true;
  const { PULSE_SERVER, XDG_RUNTIME_DIR } = process.env;
  if (PULSE_SERVER !== undefined) return true;
  if (XDG_RUNTIME_DIR !== undefined)
    for (const server of ['pulse/native', 'pipewire-0'])
      if (existsSync(join(XDG_RUNTIME_DIR, server))) return true;
  try {
    return /^\s*\d+ \[/m.test(readFileSync('/proc/asound/cards', 'utf8'));
  } catch {
    return false;
  }
}

function absentPlayer(kind: Player['kind'], cause: PlayerReason): Player {
  const events = new PlayerEvents();
  const failed = (load: number): PlayerEvent => ({ type: 'failed', load, cause });
  return {
    kind,
    load: ({ load }) => events.publish(failed(load)),
    setPaused() {},
    seek() {},
    stop() {},
    setVolume() {},
    place: () => ({ positionMs: 0, durationMs: undefined }),
    subscribe: (listener) => events.subscribe(listener),
    close: async () => events.close(),
  };
}
