import type { PlotterClient, PlotterStatus } from '@stationery/client';
import { type ClientCommand, defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { readNumber } from '../parse-arguments.ts';
import type { Output } from '../terminal/output.ts';
import { plain } from '../terminal/words.ts';
import { jobTitle, stateWords } from './job-words.ts';

const send = defineCommand({
  summary: 'Send one command and wait for its reply',
  arguments: '<command>',
  count: [1, Number.POSITIVE_INFINITY],
  about: 'Prints the lines of the reply. Ends with 1 where the plotter answered with an error.',
  service: 'plotter',
  options: {
    timeout: { placeholder: '<seconds>', help: 'How long to wait, default: what the service is set to' },
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
  summary: 'Halt the machine at once',
  about:
    'Out of turn, in the middle of a move. The job that runs ends; what waits is held until it is resumed.',
  service: 'plotter',
  examples: ['stationery plot stop'],
  async run({ out, signal, ...context }) {
    await (await context.plotter()).stop({ signal });
    out.result({ stopped: true }, () => out.line('The machine was told to halt.'));
    return exitCodes.good;
  },
});

const ports = defineCommand({
  summary: 'Show the serial ports of the machine that the service runs on',
  service: 'plotter',
  examples: ['stationery plot ports'],
  async run({ out, signal, ...context }) {
    const found = await (await context.plotter()).ports({ signal });
    out.result({ ports: found }, () => {
      if (found.length === 0) out.note('There are no serial ports.');
      else {
        out.table(
          ['PATH', 'USB', 'SERIAL', 'MADE BY'],
          found.map(({ path, vendorId, productId, serialNumber, manufacturer }) => [
            path,
            vendorId === undefined ? '' : `${vendorId}:${productId}`,
            serialNumber ?? '',
            manufacturer ?? '',
          ]),
        );
      }
    });
    return exitCodes.good;
  },
});

function stating(
  words: Pick<ClientCommand, 'summary' | 'examples'>,
  work: (plotter: PlotterClient, signal: AbortSignal) => Promise<PlotterStatus>,
): ClientCommand {
  return defineCommand({
    ...words,
    service: 'plotter',
    async run({ out, signal, ...context }) {
      const status = await work(await context.plotter(), signal);
      out.result(status, () => writeStatus(out, status));
      return exitCodes.good;
    },
  });
}

function writeStatus(out: Output, status: PlotterStatus): void {
  const { link, portPath, position, pen, job, queued } = status;
  const reason = 'reason' in link ? `: ${plain(link.reason)}` : '';
  const sent = link.state === 'busy' ? `: ${plain(link.command)}` : '';
  const place = position === null ? 'not known' : `X${position.x} Y${position.y}`;
  out.line(`port      ${portPath}, ${link.state}${reason}${sent}`);
  out.line(`position  ${place}, pen ${pen ?? 'not known'}`);
  if (status.positionLost)
    out.line('origin    unknown: home the plotter, or send ZERO with the pen at the origin');
  out.line(`job       ${job === null ? 'none' : `${jobTitle(job)} ${stateWords(job)}`}`);
  out.line(`queue     ${queued}`);
}

export const machineCommands = {
  send,
  stop,
  ports,
  status: stating(
    { summary: 'Show the port, the position and the job that runs', examples: ['stationery plot status'] },
    (plotter, signal) => plotter.status({ signal }),
  ),
  connect: stating(
    { summary: 'Open the port, and keep it open', examples: ['stationery plot connect'] },
    (plotter, signal) => plotter.connect({ signal }),
  ),
  disconnect: stating(
    { summary: 'Close the port until it is asked for again', examples: ['stationery plot disconnect'] },
    (plotter, signal) => plotter.disconnect({ signal }),
  ),
};
