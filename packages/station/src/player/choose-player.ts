import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Clock, Logger } from '@stationery/core';
import type { PlayerChoice } from '../player-choice.ts';
import { absentPlayer } from './absent-player.ts';
import { lazyPlayer } from './lazy-player.ts';
import type { Player } from './player.ts';

export interface PlayerParts {
  clock: Clock;
  log: Logger;
  /** Where MPD reads files from. */
  httpPort: () => number;
  /** Files can be read by those who have the token only. */
  needsToken: boolean;
}

/** The code of a player is loaded when it first has to play. */
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
