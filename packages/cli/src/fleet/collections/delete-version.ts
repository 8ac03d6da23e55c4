import { deleteVersion } from '@stationery/fleet/collections';
import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { fleetOptions, withFleet } from './connect-fleet.ts';

export const deleteVersionCommand = defineCommand({
  summary: 'Delete a version of a collection that no station carries',
  arguments: '<version>',
  about:
    'Frees the space of the files that no other version has. The newest version stays. Older versions than the newest five are deleted when a version is published.',
  options: fleetOptions,
  examples: ['stationery fleet delete-version 3 --collection museum'],
  run(context) {
    const { args, out } = context;
    const version = Number(args[0]);
    if (!Number.isSafeInteger(version) || version < 1)
      throw new UsageError('the version must be a whole number from 1');
    return withFleet(context, async (broker, collection) => {
      await deleteVersion(broker, collection, version);
      out.result({ collection, version }, () => out.line(`Deleted version ${version} of ${collection}.`));
    });
  },
});
