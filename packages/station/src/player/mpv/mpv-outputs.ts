import { runProgram } from '@stationery/appliance/mount';
import { describePlayerReason } from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { SoundOutput } from '../player.ts';

const answerWithinMs = 8_000;
const maxOutputs = 200;

/** Lists the outputs with a new mpv, because a running one does not notice new ALSA devices. */
export async function listMpvOutputs(program = 'mpv'): Promise<SoundOutput[]> {
  const words = [program, '--no-config', '--audio-device=help'];
  const { status, stdout, isMissing } = await runProgram(words, answerWithinMs);
  if (status !== 0)
    throw new AppError(
      'player-unavailable',
      describePlayerReason({ code: isMissing ? 'player-missing' : 'player-silent' }),
    );
  return readMpvOutputs(stdout);
}

/** Devices with these names convert or forward sound to other devices. */
const plugins =
  /^(?:null|jack|oss|pulse|pipewire|default|lavrate|samplerate|speexrate|speex|upmix|vdownmix|usbstream)(?::|$)/;
const servers = ['pipewire', 'pulse'];

/** Parses the output of `mpv --audio-device=help`. */
export function readMpvOutputs(text: string): SoundOutput[] {
  const all = [...text.matchAll(/^ {2}'([^']+\/[^']+)' \((.*)\)$/gm)]
    .slice(0, maxOutputs)
    .map(([, id = '', name = '']) => ({ id, name: name.slice(0, 200) }));
  const driverOf = (id: string) => id.slice(0, id.indexOf('/'));
  // A sound server occupies the cards, and lists them itself.
  const driver = servers.find((server) => all.some(({ id }) => driverOf(id) === server)) ?? 'alsa';
  const ids = new Set(all.map(({ id }) => id));
  return all.map(({ id, name }) => {
    const isHidden = driverOf(id) !== driver || (driver === 'alsa' && isAlias(id, ids));
    return isHidden ? { id, name, isHidden } : { id, name: driver === 'alsa' ? shortName(name) : name };
  });
}

/** ALSA lists each card under several names. */
function isAlias(id: string, ids: ReadonlySet<string>): boolean {
  const device = id.slice('alsa/'.length);
  const [, kind, card] = /^(\w+):CARD=([^,]+)/.exec(device) ?? [];
  if (card === undefined) return plugins.test(device);
  if (kind === 'sysdefault') return ids.has(`alsa/default:CARD=${card}`);
  return kind !== 'default' && kind !== 'hdmi' && kind !== 'iec958';
}

/** `bcm2835 Headphones, bcm2835 Headphones/Default Audio Device` is the card, the device and its use. */
function shortName(name: string): string {
  const [device = name, use = ''] = name.split('/');
  const [card, part] = device.split(', ');
  const short = card === part ? card : device;
  return use === '' || use.startsWith('Default') ? (short ?? name) : `${short} (${use})`;
}
