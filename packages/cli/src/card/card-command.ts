import { resolve } from 'node:path';
import { AppError, messageOf, SettingError } from '@stationery/core';
import {
  cardLabels,
  defaultCardFolder,
  mountCard,
  type Owner,
  readStationConfig,
  runProgram,
  unmountCard,
} from '@stationery/station/card-mount';
import { serviceUser } from '@stationery/station/network';
import { settingSources } from '../config-file.ts';

const actions = { mount: mountCard, unmount: unmountCard };

export function cardHelp(): string {
  return `Usage: stationery card <mount|unmount> [--device <path>] [--config <file>]

Mounts a memory card or USB stick as the station’s card, at the setting cardDir (${defaultCardFolder} where none is set).
systemd runs this for every card that is put in, and when it is taken out; it needs root rights.

  mount     checks and repairs the card’s file system, then mounts it for the service
  unmount   unmounts it

A card labelled ${cardLabels.join(' or ')} is preferred; otherwise it is the first removable one with FAT, exFAT or ext4.
A disk that the system uses is never mounted.
  --device <path>   only this one, and only if it is the card

Examples:
  sudo stationery card mount
  sudo stationery card unmount
`;
}

export async function runCard([name = '', ...args]: string[]): Promise<number> {
  const action = Object.hasOwn(actions, name) ? actions[name as keyof typeof actions] : undefined;
  if (action === undefined)
    throw new SettingError(`there is no “${name}”; it is ${Object.keys(actions).join(', ')}`);
  const { device, rest } = takeDevice(args);
  const { cardDir, makeCardDir } = readStationConfig(settingSources('station', rest));
  const folder = makeCardDir ? defaultCardFolder : resolve(cardDir);
  try {
    await action({ folder, owner: await serviceOwner(), run: runProgram, say }, device);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`stationery card: ${messageOf(error)}\n`);
    return 1;
  }
}

function takeDevice(args: readonly string[]): { device: string | undefined; rest: string[] } {
  const at = args.indexOf('--device');
  if (at < 0) return { device: undefined, rest: [...args] };
  const device = args[at + 1];
  if (device === undefined || !device.startsWith('/dev/'))
    throw new SettingError('--device needs a path such as /dev/sda1');
  return { device, rest: [...args.slice(0, at), ...args.slice(at + 2)] };
}

/** Where the services were never installed, the card belongs to root. */
async function serviceOwner(): Promise<Owner> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (which) => (await runProgram(['id', which, serviceUser])).stdout.trim()),
  );
  return /^\d+$/.test(uid ?? '') ? { uid: Number(uid), gid: Number(gid) } : { uid: 0, gid: 0 };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
