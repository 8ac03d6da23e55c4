import type { FleetSeat, FleetSeatChange } from '@stationery/client/setup';
import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import type { Output } from '../../terminal/output.ts';
import { plain } from '../../terminal/words.ts';
import { connectSetup } from './setup-client.ts';

export const plotterFleet = defineCommand({
  summary: 'Take the plotter out of the queue of its fleet, add it again, or set its paper and pens',
  about: `Without options, shows whether the plotter takes jobs of its fleet. Out of the queue, the plotter completes its current job and
gets no more.`,
  service: 'plotter',
  options: {
    'in-queue': {
      placeholder: '<yes|no>',
      help: 'Whether the plotter takes jobs of the fleet',
      completes: ['yes', 'no'],
    },
    'new-sheet': { help: 'A new sheet of paper is in the plotter, which may take the next job' },
    paper: { placeholder: '<size>', help: 'The paper in the plotter, such as a4; none for no paper' },
    pens: { placeholder: '<names>', help: 'The pens in the plotter, separated by commas; none for no pen' },
  },
  examples: [
    'stationery plot fleet',
    'stationery plot fleet --in-queue no',
    'stationery plot fleet --new-sheet',
    'stationery plot fleet --paper a3 --pens "black,red"',
  ],
  async run({ options, out, signal, ...context }) {
    const change = changeOf(options);
    const plotter = await connectSetup(context);
    const membership =
      Object.keys(change).length === 0
        ? await plotter.fleetSeat({ signal })
        : await plotter.changeFleetSeat(change, { signal });
    out.result(membership, () => writeMembership(out, membership));
  },
});

interface Chosen {
  'in-queue': string | undefined;
  'new-sheet': boolean;
  paper: string | undefined;
  pens: string | undefined;
}

function changeOf({ 'in-queue': inQueue, 'new-sheet': isNew, paper, pens }: Chosen): FleetSeatChange {
  if (inQueue !== undefined && inQueue !== 'yes' && inQueue !== 'no')
    throw new UsageError(`--in-queue must be yes or no, not “${inQueue}”`);
  return {
    ...(inQueue !== undefined && { inQueue: inQueue === 'yes' }),
    ...(isNew && { needsPaper: false }),
    ...(paper !== undefined && { paper: paper === 'none' ? null : paper }),
    ...(pens !== undefined && { pens: pens === 'none' ? [] : namesIn(pens) }),
  };
}

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function writeMembership(
  out: Output,
  { inFleet, inQueue, wasStopped, needsPaper, paper, pens, connection }: FleetSeat,
) {
  if (!inFleet) {
    out.note('This plotter is not part of a fleet. Join one with “stationery fleet join”.');
    return;
  }
  const queue = inQueue ? 'yes' : `no${wasStopped ? '. The plotter was stopped.' : ''}`;
  out.line(`Takes jobs of the fleet: ${queue}`);
  if (needsPaper) out.line('Needs a new sheet of paper: use --new-sheet when it is in.');
  out.line(`Paper: ${plain(paper ?? 'none')}`);
  out.line(`Pens: ${plain(pens.join(', ') || 'none')}`);
  if (connection === null) return;
  out.line(
    `Connection to the fleet: ${connection.state}${connection.why === null ? '' : `. ${plain(connection.why.reason)}`}`,
  );
}
