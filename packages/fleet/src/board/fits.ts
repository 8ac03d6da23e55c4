import { type DeviceState, fleetProtocol, type JobClass, type QueueJob } from '@stationery/contract/fleet';

export const otherProtocol = (protocol: number): string =>
  `it has version ${protocol} of the protocol, the board version ${fleetProtocol}: update the ${protocol < fleetProtocol ? 'device' : 'board'}`;

/** Undefined if the plotter can take the job. */
export function whyNot(wanted: JobClass, id: string, state: DeviceState): string | undefined {
  const { plotter, tags, name } = state;
  if (state.protocol !== fleetProtocol) return `“${name}”: ${otherProtocol(state.protocol)}`;
  if (plotter === undefined) return `“${name}” is not a plotter`;
  if (wanted.device !== undefined && wanted.device !== id)
    return `“${name}” is not the plotter that the job is for`;
  if (wanted.paper !== undefined && plotter.paper?.toLowerCase() !== wanted.paper.toLowerCase())
    return `“${name}” has ${plotter.paper ?? 'no'} paper, not ${wanted.paper}`;
  const pen = wanted.pens?.find((each) => !plotter.pens.includes(each));
  if (pen !== undefined) return `“${name}” has no pen “${pen}”`;
  const tag = wanted.tags?.find((each) => !tags.includes(each));
  if (tag !== undefined) return `“${name}” has no tag “${tag}”`;
  return undefined;
}

/** Enough to see the problem. */
const maxReasons = 20;

/** One reason per plotter; empty if one can take the job, now or later. */
export function whyNoPlotter(job: QueueJob, devices: Iterable<{ id: string; state: DeviceState }>): string[] {
  if (job.state.state !== 'waiting') return [];
  const { device } = job.class;
  const reasons: string[] = [];
  for (const { id, state } of devices) {
    // Not a plotter, or not the one that the job names.
    const isOther = state.plotter === undefined && state.protocol === fleetProtocol;
    if (isOther || (device !== undefined && device !== id)) continue;
    const refusal = job.refusals.find((each) => each.device === id)?.reason;
    const why = whyNot(job.class, id, state) ?? (refusal && `“${state.name}” refused it: ${refusal}`);
    if (why === undefined) return [];
    reasons.push(why);
  }
  if (reasons.length === 0)
    return [
      device === undefined
        ? 'There are no plotters in the fleet'
        : `There is no plotter “${device}” in the fleet`,
    ];
  if (reasons.length <= maxReasons) return reasons;
  return [...reasons.slice(0, maxReasons), `and ${reasons.length - maxReasons} more`];
}
