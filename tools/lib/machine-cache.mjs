import { homedir } from 'node:os';
import { join } from 'node:path';

/** Cache folder that all checkouts on this machine share. */
export const machineCache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'stationery');
