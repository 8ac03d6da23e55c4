import { rollOut, stopRollOut } from '@stationery/fleet/collections';
import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { counted } from '../../terminal/words.ts';
import { fleetOptions, newestVersion, readVersion, versionOption, withFleet } from './connect-fleet.ts';

const stages = ['one', 'tenth', 'all'] as const;

export const rollOutCommand = defineCommand({
  summary: 'Give a version of a collection to one station, a tenth, or all; or stop that',
  arguments: '<one|tenth|all|stop>',
  completes: [[...stages, 'stop']],
  about: `The next stage is refused while a station of the one before does not carry the version. After “stop” every station keeps what it
carries. To go back, roll out an earlier version with --version.`,
  options: {
    ...fleetOptions,
    ...versionOption,
    first: { placeholder: '<id>', help: 'The station that gets the version first' },
    force: { help: 'Even if stations of the stage before do not carry the version, or cards are too small' },
  },
  examples: [
    'stationery fleet roll-out one --collection museum',
    'stationery fleet roll-out all --collection museum',
    'stationery fleet roll-out all --collection museum --version 1',
  ],
  run(context) {
    const { args, options, out } = context;
    const word = args[0] ?? '';
    const stage = stages.find((each) => each === word);
    if (stage === undefined && word !== 'stop')
      throw new UsageError(`the stage must be one, tenth, all or stop, not “${word}”`);
    const wanted = readVersion(options.version);
    return withFleet(context, async (broker, collection) => {
      if (stage === undefined) {
        const { version } = await stopRollOut(broker, collection);
        out.result({ collection, version, isStopped: true }, () =>
          out.line(`Stopped the roll-out of version ${version} of ${collection}.`),
        );
        return;
      }
      const { first, force } = options;
      const version = wanted ?? (await newestVersion(broker, collection));
      const now = await rollOut(broker, {
        collection,
        version,
        stage,
        force,
        ...(first !== undefined && { first }),
      });
      const count = now.stations?.length ?? now.followers.length;
      out.result({ collection, version, stage, stations: now.stations }, () =>
        out.line(
          `Version ${version} of ${collection} goes to ${counted(count, 'station')} of ${now.followers.length}.`,
        ),
      );
    });
  },
});
