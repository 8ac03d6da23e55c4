import { packageVersion } from '@stationery/core/version';
import { defineCommand } from './command-line/command.ts';

export const version = defineCommand({
  summary: 'Show the version',
  about: 'The same as: stationery --version',
  examples: ['stationery version', 'stationery --version'],
  run({ out }) {
    out.result({ version: packageVersion }, () => out.line(packageVersion));
  },
});
