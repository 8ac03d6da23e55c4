import {
  type BoardJob,
  because,
  type DeviceReason,
  type DeviceState,
  type FleetReason,
  fleetProtocol,
  type JobClass,
  type QueueJob,
} from '@stationery/contract/fleet';

interface Device {
  id: string;
  state: DeviceState;
}

/**
 * Whether the job may go to this device: the job names this device or none, and the device is a plotter. With a
 * different version of the protocol, it may be one.
 */
const isMeant = ({ device }: JobClass, { id, state }: Device) =>
  (state.plotter !== undefined || state.protocol !== fleetProtocol) &&
  (device === undefined || device === id);

/** Returns undefined if the plotter can take the job. */
function whyNot({ paper, pens = [], tags = [] }: JobClass, { id, state }: Device): DeviceReason | undefined {
  const { plotter, protocol, name } = state;
  const which = { device: id, name };
  if (protocol !== fleetProtocol || plotter === undefined)
    return { code: 'plotter-other-protocol', ...which, board: fleetProtocol, protocol };
  if (paper !== undefined && plotter.paper?.toLowerCase() !== paper.toLowerCase())
    return { code: 'other-paper', ...which, paper: plotter.paper, wanted: paper };
  const pen = pens.find((each) => !plotter.pens.includes(each));
  if (pen !== undefined) return { code: 'pen-missing', ...which, pen };
  const tag = tags.find((each) => !state.tags.includes(each));
  return tag === undefined ? undefined : { code: 'tag-missing', ...which, tag };
}

export const canTake = (wanted: JobClass, device: Device): boolean =>
  isMeant(wanted, device) && whyNot(wanted, device) === undefined;

/** Maximum number of reasons listed, which is enough to see the problem. */
const maxReasons = 20;

/** Returns one reason per plotter, or none if some plotter can take the job, now or later. */
export function whyNoPlotter(job: QueueJob, devices: Iterable<Device>): BoardJob['whyNot'] {
  if (job.state.state !== 'waiting') return [];
  const found: FleetReason[] = [];
  for (const device of devices) {
    if (!isMeant(job.class, device)) continue;
    const cause = whyNot(job.class, device) ?? refusedBy(job, device);
    if (cause === undefined) return [];
    found.push(cause);
  }
  const { device } = job.class;
  if (found.length === 0)
    found.push(device === undefined ? { code: 'no-plotters' } : { code: 'no-such-plotter', device });
  const count = found.length - maxReasons;
  if (count > 0) found.splice(maxReasons, count, { code: 'more-plotters', count });
  return found.map(because);
}

function refusedBy({ refusals }: QueueJob, { id, state: { name } }: Device): FleetReason | undefined {
  const found = refusals.find(({ device }) => device === id);
  if (found === undefined) return undefined;
  const { device, ...why } = found;
  return { code: 'plotter-refused', device, name, because: why };
}
