import { plotterRoutes, refusalField } from '@stationery/contract';
import { RouteResponse } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Driver } from '../drivers/driver.ts';
import { checkCommand } from '../jobs/check/command-line.ts';
import type { LimitGuard } from '../jobs/check/limit-guard.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { refusalOf } from '../jobs/run/refusal.ts';
import type { StopCount } from '../jobs/stop-count.ts';
import type { StopMachine, StopResult } from '../jobs/stop-machine.ts';
import type { OriginKeeper } from '../machine/origin-keeper.ts';
import type { MachineProfile } from '../machine/profile.ts';
import { plotterRoute as route } from './both-prefixes.ts';
import { linkFailure } from './link-failure.ts';

interface CommandDeps {
  driver: Driver;
  origin: OriginKeeper;
  jobs: Jobs;
  stops: StopCount;
  stop: StopMachine;
  baudRate: number;
  defaultTimeoutMs: number;
  guard: LimitGuard;
  machine: Pick<MachineProfile, 'current'>;
}

export function commandRoutes(app: FastifyInstance, deps: CommandDeps): void {
  const { driver, origin, jobs, stops, stop, baudRate, defaultTimeoutMs, guard, machine } = deps;
  /** Commands in flight, in order. The next command starts where they end. */
  const underWay = new Set<{ command: string }>();

  route(app, plotterRoutes.getHealth, async () => ({
    status: 'ok' as const,
    plotter: { portPath: driver.portPath, baudRate, isOpen: driver.isOpen },
  }));

  route(app, plotterRoutes.sendCommand, async ({ body, raw, signal }) => {
    const command = checkCommand(body.command, '/command');
    try {
      // A stop takes precedence, however it is sent.
      if (command.toUpperCase() === 'STOP') {
        const stopped = await stop();
        return new RouteResponse(stopped.reply, stopNotice(stopped));
      }
    } catch (error) {
      throw linkFailure(error);
    }
    stops.refuseOvertaken(raw);
    jobs.refuseWhileRunning();
    guard.refuseCommand(
      command,
      [...underWay].map((one) => one.command),
    );
    const one = { command };
    underWay.add(one);
    const { session } = driver;
    try {
      const reply = await driver.send(command, { timeoutMs: body.timeoutMs ?? defaultTimeoutMs, signal });
      if (session === driver.session) origin.answered(reply);
      if (reply.ok) return reply;
      const deps = { profile: machine.current, driver };
      const refusal = refusalField(refusalOf(command, reply.terminalLine, deps));
      return new RouteResponse(reply, { refusal });
    } catch (error) {
      throw linkFailure(error);
    } finally {
      underWay.delete(one);
    }
  });
}

export function stopNotice({ notice }: StopResult): Record<string, string> {
  return notice === undefined ? {} : { 'stop-notice': notice };
}
