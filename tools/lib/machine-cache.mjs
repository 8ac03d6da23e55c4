import { homedir } from 'node:os';
import { join } from 'node:path';

/** Shared by all checkouts on this machine. */
export const machineCache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'stationery');
