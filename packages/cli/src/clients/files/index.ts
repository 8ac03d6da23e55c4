import type { CommandGroup } from '../../command-line/command.ts';
import { get } from './get.ts';
import { ls } from './ls.ts';
import { put } from './put.ts';
import { rename } from './rename.ts';
import { rm } from './rm.ts';

export const files: CommandGroup = {
  summary: 'Files on the card of a station',
  commands: { ls, put, get, rename, rm },
  examples: [
    'stationery files put song.mp3',
    'stationery files ls',
    "stationery files get '*.mp3' --to music",
    'stationery files rm song.mp3',
  ],
};
