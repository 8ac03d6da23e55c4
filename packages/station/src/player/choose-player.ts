import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Clock, type Logger, SettingError } from '@stationery/core';
import { absentPlayer } from './absent-player.ts';
import { lazyPlayer } from './lazy-player.ts';
import type { Player } from './player.ts';

export type PlayerChoice =
  | { kind: 'auto' | 'mpv' | 'browser' | 'none' }
  | { kind: 'mpd'; host: string; port: number };

const mpdPort = 6600;

/** Reads STATION_PLAYER. */
export function readPlayerChoice(text: string): PlayerChoice {
  if (text === 'auto' || text === 'mpv' || text === 'browser' || text === 'none') return { kind: text };
  const [, inBrackets, plain, port = String(mpdPort)] =
    /^mpd:(?:\[([\da-fA-F:.%\w]{2,64})\]|([\w.-]{1,253}))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = inBrackets ?? plain;
  if (host !== undefined && Number(port) >= 1 && Number(port) <= 65_535)
    return { kind: 'mpd', host, port: Number(port) };
  throw new SettingError(
    `STATION_PLAYER must be auto, mpv, mpd:<host>[:<port>], browser or none, not “${text}”`,
  );
}

export interface PlayerParts {
  clock: Clock;
  log: Logger;
  /** Where MPD reads files from. */
  httpPort: () => number;
  /** Files can be read by those who have the token only. */
  needsToken: boolean;
}

/** The code of a player is loaded when it is first told to play. */
export function createPlayer(
  choice: PlayerChoice,
  { clock, log, httpPort, needsToken }: PlayerParts,
): Player {
  const kind = choice.kind === 'auto' ? (hasMpv() && hasSoundDevice() ? 'mpv' : 'browser') : choice.kind;
  if (choice.kind === 'mpd') {
    if (needsToken) return absentPlayer('mpd', { code: 'mpd-needs-open-files' });
    const { host, port } = choice;
    return lazyPlayer('mpd', async () => {
      const [{ SupervisedPlayer }, { mpdSessions }] = await Promise.all([
        import('./supervised-player.ts'),
        import('./mpd/mpd-session.ts'),
      ]);
      const open = mpdSessions({ address: { host, port }, httpPort, clock });
      return new SupervisedPlayer({ kind: 'mpd', open, clock, log });
    });
  }
  if (kind === 'mpv') {
    return lazyPlayer('mpv', async () => {
      const [{ SupervisedPlayer }, { mpvSessions }] = await Promise.all([
        import('./supervised-player.ts'),
        import('./mpv/mpv-session.ts'),
      ]);
      return new SupervisedPlayer({ kind: 'mpv', open: mpvSessions({ clock }), clock, log });
    });
  }
  if (kind === 'none') return absentPlayer('none', { code: 'player-not-set' });
  return lazyPlayer('browser', async () => {
    const { BrowserPlayer } = await import('./browser-player.ts');
    return new BrowserPlayer({ clock });
  });
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

/** A sound card, or a sound server of this user. Other systems than Linux have one as a rule. */
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
