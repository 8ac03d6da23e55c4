import { plotterRoutes } from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { FastifyInstance } from 'fastify';
import type { Jobs } from '../jobs/jobs.ts';
import type { MachineProfile } from '../machine/profile.ts';
import { plotterRoute as route } from './both-prefixes.ts';

export function machineRoutes(
  app: FastifyInstance,
  parts: { machine: MachineProfile; jobs: Jobs; onChange: () => void },
): void {
  const { machine, jobs, onChange } = parts;

  route(app, plotterRoutes.getMachine, async () => machine.current);

  route(app, plotterRoutes.putMachine, async ({ body }) => {
    jobs.refuseWhileRunning();
    const { limits } = body;
    if (limits !== null && (limits.minX >= limits.maxX || limits.minY >= limits.maxY)) {
      throw new AppError(
        'invalid-request',
        'The limits leave no room: the smallest must be below the largest.',
        {
          pointer: '/limits',
        },
      );
    }
    const profile = machine.replace(body);
    onChange();
    return profile;
  });
}
