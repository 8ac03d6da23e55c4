import type { Command } from '../../command-line/command.ts';
import { install } from './install.ts';
import { status } from './status.ts';

/** What `stationery firmware` does with a station that runs; the rest of it is for bundles. */
export const firmwareCommands: Record<string, Command> = { status, install };
