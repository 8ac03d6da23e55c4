import type { DeviceState, JobClass } from '@stationery/contract/fleet';

/** Why a plotter cannot take a job of this class, for a person; undefined where it can. */
export function whyNot(wanted: JobClass, id: string, state: DeviceState): string | undefined {
  const { plotter, tags, name } = state;
  if (plotter === undefined) return `“${name}” is not a plotter`;
  if (wanted.device !== undefined && wanted.device !== id) return `“${name}” is not the plotter it is for`;
  if (wanted.paper !== undefined && plotter.paper?.toLowerCase() !== wanted.paper.toLowerCase())
    return `“${name}” has ${plotter.paper ?? 'no'} paper, not ${wanted.paper}`;
  const pen = wanted.pens?.find((each) => !plotter.pens.includes(each));
  if (pen !== undefined) return `“${name}” has no pen “${pen}”`;
  const tag = wanted.tags?.find((each) => !tags.includes(each));
  if (tag !== undefined) return `“${name}” has no tag “${tag}”`;
  return undefined;
}
