import { SettingError } from '@stationery/core';

export type PlayerChoice =
  | { kind: 'auto' | 'mpv' | 'browser' | 'none' }
  | { kind: 'mpd'; host: string; port: number };

const mpdPort = 6600;

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
