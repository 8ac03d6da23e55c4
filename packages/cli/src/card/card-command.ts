import { resolve } from 'node:path';
import {
  type CardMounting,
  cardLabels,
  defaultCardFolder,
  mountCard,
  type Owner,
  runProgram,
  unmountCard,
} from '@stationery/appliance/mount';
import { serviceUser } from '@stationery/appliance/network';
import { readStationConfig, stationSettings } from '@stationery/station/config';
import { type Command, type CommandGroup, defineCommand } from '../command-line/command.ts';
import { UsageError } from '../terminal/exit-codes.ts';

const deviceOption = {
  device: {
    placeholder: '<path>',
    help: 'Handle only this device, and only if it is the card',
    completes: 'file',
  },
} as const;

function cardCommand(
  action: (mounting: CardMounting, device?: string) => Promise<unknown>,
  words: Pick<Command, 'summary' | 'about' | 'examples'>,
): Command {
  return defineCommand({
    ...words,
    options: deviceOption,
    settings: {
      title: 'Settings of the station',
      section: 'station',
      table: { cardDir: stationSettings.cardDir },
      example: '{ "cardDir": "/media/card" }',
    },
    async run({ options: { device }, out, sources }) {
      if (device !== undefined && !device.startsWith('/dev/'))
        throw new UsageError(`--device must be a path below /dev, for example /dev/sda1, not “${device}”`);
      const { cardDir, makeCardDir } = readStationConfig(sources('station'));
      const folder = makeCardDir ? defaultCardFolder : resolve(cardDir);
      const lines: string[] = [];
      const say = (line: string) => {
        lines.push(line);
        out.line(line);
      };
      await action({ folder, owner: await serviceOwner(), run: runProgram, say }, device);
      out.result({ folder, messages: lines }, () => undefined);
    },
  });
}

export const card: CommandGroup = {
  summary: 'Mount or unmount the card of the station',
  about: `A memory card or USB stick is the card of the station, at the setting cardDir (default: ${defaultCardFolder}). systemd runs these
commands when a card is inserted or removed. They need root.

A card labelled ${cardLabels.join(' or ')} is preferred; otherwise the first removable one with FAT, exFAT or ext4. A disk that
the system uses is never mounted.`,
  commands: {
    mount: cardCommand(mountCard, {
      summary: 'Check and repair the file system of the card, then mount it',
      examples: ['sudo stationery card mount', 'sudo stationery card mount --device /dev/sda1'],
    }),
    unmount: cardCommand(unmountCard, {
      summary: 'Unmount the card',
      examples: ['sudo stationery card unmount'],
    }),
  },
  examples: ['sudo stationery card mount', 'sudo stationery card unmount'],
};

async function serviceOwner(): Promise<Owner> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (which) => (await runProgram(['id', which, serviceUser])).stdout.trim()),
  );
  return /^\d+$/.test(uid ?? '') ? { uid: Number(uid), gid: Number(gid) } : { uid: 0, gid: 0 };
}
