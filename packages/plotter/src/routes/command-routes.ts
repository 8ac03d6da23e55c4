import { plotterRoutes } from '@stationery/contract';
import { Prepared } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import { checkCommand } from '../jobs/command-line.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { StopCount } from '../jobs/stop-count.ts';
import type { StopMachine } from '../jobs/stop-machine.ts';
import { type Link, LinkError } from '../link/link.ts';
import type { PlaceTracker } from '../machine/place-tracker.ts';
import { plotterRoute as route } from './both-prefixes.ts';
import { linkFailure } from './link-failure.ts';
import { stopNotice } from './stop-notice.ts';

export interface CommandParts {
  link: Link;
  tracker: PlaceTracker;
  jobs: Jobs;
  stops: StopCount;
  stop: StopMachine;
  baudRate: number;
  defaultTimeoutMs: number;
}

export function commandRoutes(app: FastifyInstance, parts: CommandParts): void {
  const { link, tracker, jobs, stops, stop, baudRate, defaultTimeoutMs } = parts;

  route(app, plotterRoutes.getHealth, async () => ({
    status: 'ok' as const,
    plotter: { portPath: link.portPath, baudRate, isOpen: link.isOpen },
  }));

  route(app, plotterRoutes.sendCommand, async ({ body, raw, signal }) => {
    const command = checkCommand(body.command, '/command');
    try {
      // However a stop is asked for, it comes first and stops everything.
      if (command.toUpperCase() === 'STOP') {
        const stopped = await stop();
        return new Prepared(stopped.reply, stopNotice(stopped));
      }
    } catch (error) {
      throw linkFailure(error);
    }
    stops.refuseOvertaken(raw);
    jobs.refuseWhileRunning();
    try {
      const reply = await link.send(command, { timeoutMs: body.timeoutMs ?? defaultTimeoutMs, signal });
      tracker.answered(reply);
      return reply;
    } catch (error) {
      if (error instanceof LinkError) tracker.unanswered(error);
      throw linkFailure(error);
    }
  });
}
