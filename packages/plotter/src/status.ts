import type { AnswerOf, MqttState, plotterRoutes } from '@stationery/contract';
import type { DriverHost } from './drivers/host/driver-host.ts';
import type { LimitGuard } from './jobs/check/limit-guard.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { OriginKeeper } from './machine/origin-keeper.ts';
import type { PositionTracker } from './machine/position-tracker.ts';

export type Status = AnswerOf<typeof plotterRoutes.getStatus>;

export function readStatus(deps: {
  driver: DriverHost;
  tracker: PositionTracker;
  origin: OriginKeeper;
  jobs: Jobs;
  guard: LimitGuard;
  mqtt: MqttState;
}): Status {
  const { driver, tracker, origin, jobs, guard, mqtt } = deps;
  return {
    link: driver.state,
    portPath: driver.portPath,
    ...tracker.place,
    positionLost: origin.isLost,
    sheetNumber: origin.sheetNumber,
    job: jobs.current() ?? null,
    queued: jobs.countIn('queued'),
    held: jobs.countIn('held'),
    reach: guard.reach,
    enforcesLimits: guard.isOn,
    driver: driver.name,
    recognised: driver.isRecognised,
    ...driver.identity,
    mqtt,
  };
}
