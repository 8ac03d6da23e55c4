import { type DriverName, describePenHeight, plotterRoutes } from '@stationery/contract';
import { AppError } from '@stationery/core';
import { isInLimits } from '@stationery/drawing';
import type { FastifyInstance } from 'fastify';
import { families } from '../drivers/families.ts';
import type { ChosenDriver } from '../drivers/host/chosen-driver.ts';
import type { Profile } from '../drivers/profile.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { MachineProfile, SavedProfile } from '../machine/profile.ts';
import { plotterRoute as route } from './both-prefixes.ts';

export function machineRoutes(
  app: FastifyInstance,
  deps: { machine: MachineProfile; drivers: ChosenDriver; jobs: Jobs; onChange: () => void },
): void {
  const { machine, drivers, jobs, onChange } = deps;

  route(app, plotterRoutes.getMachine, async () => machine.current);

  route(app, plotterRoutes.putMachine, async ({ body }) => {
    jobs.refuseWhileRunning();
    refuseNonsense(body);
    refuseNotOffered(body, body.driver ?? machine.current.driver!);
    refuseHeights(body, machine.current);
    const { driver } = body;
    // Sending back the recognised driver does not choose it.
    const isOther = driver !== undefined && drivers.isOther(driver);
    await followDriver(isOther ? body : {}, () => machine.replace(body));
    return machine.current;
  });

  const resource = ({ id, profile: { name, driver } }: SavedProfile) => ({
    id,
    name,
    driver: driver ?? null,
    inUse: machine.inUse?.id === id,
  });

  route(app, plotterRoutes.listMachines, async () => ({ machines: machine.saved.map(resource) }));

  route(app, plotterRoutes.addMachine, async ({ body, reply }) => {
    jobs.refuseWhileUnderWay();
    refuseNonsense(body);
    refuseNotOffered(body, body.driver ?? machine.current.driver!);
    let added: SavedProfile | undefined;
    await followDriver(body, () => {
      added = machine.add(body);
    });
    reply.code(201);
    return resource(added!);
  });

  route(app, plotterRoutes.chooseMachine, async ({ params }) => {
    const { profile } = machine.find(params.id);
    jobs.refuseWhileUnderWay();
    await followDriver(profile, () => machine.choose(params.id));
    return machine.current;
  });

  route(app, plotterRoutes.deleteMachine, async ({ params }) => {
    machine.remove(params.id);
    onChange();
  });

  /** Changes profile and driver together, or neither. */
  async function followDriver({ driver }: Pick<Profile, 'driver'>, change: () => void): Promise<void> {
    if (driver === undefined) change();
    else
      await drivers.confirm(driver, () => {
        if (drivers.isOther(driver)) jobs.refuseWhileUnderWay();
        change();
      });
    onChange();
  }
}

/** Refuses values that the driver would ignore or misinterpret, because the plot would be wrong. */
export function refuseNotOffered(profile: Profile, driver: DriverName): void {
  const { can } = families[driver];
  const refuse = (member: keyof Profile, offered: readonly string[]) => {
    const message =
      offered.length === 0
        ? `The driver ${driver} takes no ${member}: leave it out.`
        : `The driver ${driver} takes ${offered.join(' or ')} for ${member}, not ${profile[member]}.`;
    throw new AppError('invalid-request', message, { pointer: `/${member}` });
  };
  const { penControl, lowersGently, coordinates, speedUnit, stepIntervalUs } = profile;
  if (penControl !== undefined && !can.penControl.includes(penControl)) refuse('penControl', can.penControl);
  if (lowersGently === true && !can.lowersGently) refuse('lowersGently', []);
  // The following members are restricted only by drivers that translate commands.
  if (can.linesAreCommands) return;
  if (coordinates === 'relative') refuse('coordinates', ['absolute']);
  if (speedUnit === 'us/step') refuse('speedUnit', ['steps/s']);
  if (stepIntervalUs !== undefined) refuse('stepIntervalUs', []);
}

/** Refuses heights out of range, because the machine would silently replace them. */
function refuseHeights({ penHeights, penControl }: Profile, current: Profile): void {
  const { penHeightLimits: limits } = current;
  // Servo limits do not apply to an axis.
  if (penHeights === undefined || limits === undefined || penControl !== current.penControl) return;
  for (const name of ['up', 'down'] as const) {
    const height = penHeights[name];
    if (height >= limits.min && height <= limits.max) continue;
    throw new AppError('invalid-request', describePenHeight({ height, heightLimits: limits }), {
      pointer: `/penHeights/${name}`,
    });
  }
}

export function refuseNonsense(profile: Profile): void {
  const { limits, speedLimits, parkAt } = profile;
  if (limits !== null && (limits.minX >= limits.maxX || limits.minY >= limits.maxY)) {
    throw new AppError(
      'invalid-request',
      'The limits leave no room: each minimum must be below its maximum.',
      { pointer: '/limits' },
    );
  }
  if (parkAt !== undefined && !isInLimits(parkAt, profile))
    throw new AppError('invalid-request', 'The park position is outside the limits of the machine.', {
      pointer: '/parkAt',
    });
  if (speedLimits !== undefined && speedLimits.min > speedLimits.max) {
    throw new AppError('invalid-request', 'The smallest SPEED must not be above the largest.', {
      pointer: '/speedLimits',
    });
  }
}
