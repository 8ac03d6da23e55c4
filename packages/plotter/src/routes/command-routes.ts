import { plotterRoutes } from '@stationery/contract';
import type { FastifyInstance } from 'fastify';
import { checkCommand } from '../jobs/command-line.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Link, LinkError } from '../link/link.ts';
import type { PlaceTracker } from '../machine/place-tracker.ts';
import { plotterRoute as route } from './both-prefixes.ts';
import { linkFailure } from './link-failure.ts';

export interface CommandParts {
  link: Link;
  tracker: PlaceTracker;
  jobs: Jobs;
  baudRate: number;
  defaultTimeoutMs: number;
}

export function commandRoutes(app: FastifyInstance, parts: CommandParts): void {
  const { link, tracker, jobs, baudRate, defaultTimeoutMs } = parts;

  route(app, plotterRoutes.getHealth, async () => ({
    status: 'ok' as const,
    plotter: { portPath: link.portPath, baudRate, isOpen: link.isOpen },
  }));

  route(app, plotterRoutes.sendCommand, async ({ body, signal }) => {
    const command = checkCommand(body.command, '/command');
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
