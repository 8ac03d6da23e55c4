import { existsSync } from 'node:fs';
import type { BluetoothDevice, Bluez } from '@stationery/appliance/bluetooth';
import { runProgram } from '@stationery/appliance/mount';
import { describePlayerReason } from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { SoundOutput } from '../player.ts';

/** This file is installed with BlueALSA. */
const bluetoothConfig = '/etc/alsa/conf.d/20-bluealsa.conf';

interface ListDeps {
  bluez: Pick<Bluez, 'devices'>;
  alsaConfig?: string;
}

const answerWithinMs = 8_000;
const maxOutputs = 200;

/** Lists the outputs with a new mpv, because a running one does not notice new ALSA devices. */
export async function listMpvOutputs(options: ListDeps): Promise<SoundOutput[]> {
  const { bluez, alsaConfig = bluetoothConfig } = options;
  const words = ['mpv', '--no-config', '--audio-device=help'];
  const { status, stdout, isMissing } = await runProgram(words, answerWithinMs);
  if (status !== 0)
    throw new AppError(
      'player-unavailable',
      describePlayerReason({ code: isMissing ? 'player-missing' : 'player-silent' }),
    );
  const outputs = readMpvOutputs(stdout);
  if (!existsSync(alsaConfig)) return outputs;
  return [...outputs, ...bluetoothOutputs((await bluez.devices()) ?? [], outputs)];
}

/**
 * Returns connected speakers that ALSA does not list but BlueALSA plays to. Sound servers list such speakers
 * themselves.
 */
function bluetoothOutputs(
  devices: readonly BluetoothDevice[],
  listed: readonly SoundOutput[],
): SoundOutput[] {
  if (listed.some(({ id, isHidden }) => !isHidden && servers.includes(driverOf(id)))) return [];
  return devices
    .filter(({ connected }) => connected)
    .map(({ address, name }) => ({ id: `alsa/bluealsa:DEV=${address},PROFILE=a2dp`, name }));
}

/** Devices with these names convert or forward sound to other devices. */
const plugins =
  /^(?:null|jack|oss|pulse|pipewire|default|lavrate|samplerate|speexrate|speex|upmix|vdownmix|usbstream)(?::|$)/;
const servers = ['pipewire', 'pulse'];

export function readMpvOutputs(text: string): SoundOutput[] {
  const all = [...text.matchAll(/^ {2}'([^'\n]+)' \((.*)\)$/gm)]
    .map(([, id = '', name = '']) => ({ id, name: name.slice(0, 200) }))
    .filter(({ id }) => id.includes('/'))
    .slice(0, maxOutputs);
  // List only the outputs of a sound server if there is one: it occupies the cards, and lists them itself.
  const driver = servers.find((server) => all.some(({ id }) => driverOf(id) === server)) ?? 'alsa';
  const ids = new Set(all.map(({ id }) => id));
  return all.map(({ id, name }) => {
    const isHidden = driverOf(id) !== driver || (driver === 'alsa' && isAlias(id, ids));
    return isHidden ? { id, name, isHidden } : { id, name: driver === 'alsa' ? shortName(name) : name };
  });
}

const driverOf = (id: string) => id.slice(0, id.indexOf('/'));

/** Whether the device is a further name of a card, because ALSA lists each card under several names. */
function isAlias(id: string, ids: ReadonlySet<string>): boolean {
  const device = id.slice('alsa/'.length);
  const [, kind, card] = /^(\w+):CARD=([^,]+)/.exec(device) ?? [];
  if (card === undefined) return plugins.test(device);
  if (kind === 'sysdefault') return ids.has(`alsa/default:CARD=${card}`);
  return kind !== 'default' && kind !== 'hdmi' && kind !== 'iec958';
}

/**
 * Shortens a name such as `bcm2835 Headphones, bcm2835 Headphones/Default Audio Device`, which consists of the
 * card, the device and its use.
 */
function shortName(name: string): string {
  const [device = name, use = ''] = name.split('/');
  const [card, part] = device.split(', ');
  const short = card === part ? card : device;
  return use === '' || use.startsWith('Default') ? (short ?? name) : `${short} (${use})`;
}
