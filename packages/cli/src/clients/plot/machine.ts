import type { PlotterClient, PlotterStatus } from '@stationery/client';
import { type Command, defineCommand } from '../../command-line/command.ts';
import { readNumber } from '../../command-line/parse-arguments.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import type { Output } from '../../terminal/output.ts';
import { plain } from '../../terminal/words.ts';
import { jobTitle, stateWords } from './job-words.ts';

const send = defineCommand({
  summary: 'Send one command and wait for its reply',
  arguments: '<command…>',
  about: 'Prints the lines of the reply. Exits with 1 if the plotter replied with an error.',
  service: 'plotter',
  options: {
    timeout: { placeholder: '<seconds>', help: 'How long to wait, default: the setting of the service' },
  },
  examples: ['stationery plot send PENUP', 'stationery plot send "MOVE X800 Y800"'],
  async run({ args, options, out, signal, ...context }) {
    const timeoutMs = Math.round(1000 * readNumber(options.timeout, 'timeout', 0, 3600)) || undefined;
    const reply = await (await context.plotter()).send(args.join(' '), { signal, timeoutMs });
    out.result(reply, () => {
      for (const line of reply.lines) out.line(plain(line));
    });
    return reply.ok ? exitCodes.good : exitCodes.failed;
  },
});

const stop = defineCommand({
  summary: 'Stop the plotter at once',
  about:
    'Even in the middle of a move. The running job is cancelled; queued jobs are on hold until they are resumed.',
  service: 'plotter',
  examples: ['stationery plot stop'],
  async run({ out, signal, ...context }) {
    await (await context.plotter()).stop({ signal });
    out.result({ stopped: true }, () => out.line('Stopped.'));
  },
});

const ports = defineCommand({
  summary: 'List the serial ports of the computer that the service runs on',
  service: 'plotter',
  examples: ['stationery plot ports'],
  async run({ out, signal, ...context }) {
    const found = await (await context.plotter()).ports({ signal });
    const rows = found.map(({ path, vendorId, productId, serialNumber, manufacturer }) => [
      path,
      vendorId === undefined ? '' : `${vendorId}:${productId}`,
      serialNumber ?? '',
      manufacturer ?? '',
    ]);
    out.result({ ports: found }, () =>
      out.table(['PATH', 'USB', 'SERIAL', 'MANUFACTURER'], rows, 'There are no serial ports.'),
    );
  },
});

function statusCommand(
  words: Pick<Command, 'summary' | 'examples'>,
  work: (plotter: PlotterClient, signal: AbortSignal) => Promise<PlotterStatus>,
): Command {
  return defineCommand({
    ...words,
    service: 'plotter',
    async run({ out, signal, ...context }) {
      const status = await work(await context.plotter(), signal);
      out.result(status, () => writeStatus(out, status));
    },
  });
}

function writeStatus(out: Output, status: PlotterStatus): void {
  const { link, portPath, position, pen, job, queued, held } = status;
  const reason = 'reason' in link ? `: ${plain(link.reason)}` : '';
  const sent = link.state === 'busy' ? `: ${plain(link.command)}` : '';
  const place = position === null ? 'unknown' : `X${position.x} Y${position.y} steps`;
  out.line(`port      ${portPath}, ${link.state}${reason}${sent}`);
  const named = [status.model, status.firmware].filter((part) => part !== null).map((part) => plain(part));
  const unsure = status.recognised ? '' : ', not recognised: run “stationery plot setup”';
  out.line(`machine   ${[`driver ${status.driver}`, ...named].join(', ')}${unsure}`);
  out.line(`position  ${place}, pen ${pen ?? 'unknown'}`);
  if (status.positionLost)
    out.line('origin    unknown: move the pen to the origin, then “stationery plot send ZERO”');
  out.line(`job       ${job === null ? 'none' : `${jobTitle(job)} ${stateWords(job)}`}`);
  const onHold = held === 0 ? '' : `, and ${held} on hold: stationery plot resume`;
  out.line(`queue     ${queued}${onHold}`);
}

export const machineCommands = {
  send,
  stop,
  ports,
  status: statusCommand(
    { summary: 'Show the port, the position and the running job', examples: ['stationery plot status'] },
    (plotter, signal) => plotter.status({ signal }),
  ),
  connect: statusCommand(
    {
      summary: 'Connect to the plotter: open the port, and keep it open',
      examples: ['stationery plot connect'],
    },
    (plotter, signal) => plotter.connect({ signal }),
  ),
  disconnect: statusCommand(
    { summary: 'Disconnect from the plotter: close the port', examples: ['stationery plot disconnect'] },
    (plotter, signal) => plotter.disconnect({ signal }),
  ),
};
