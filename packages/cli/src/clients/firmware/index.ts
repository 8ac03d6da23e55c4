import type { Command } from '../../command-line/command.ts';
import { install } from './install.ts';
import { status } from './status.ts';

/** The commands of `stationery firmware` for a running station; the others are for bundles. */
export const firmwareCommands: Record<string, Command> = { status, install };
