import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder for what is made once for each machine, whichever checkout needs it. */
export const machineCache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'stationery');
