import { computed } from '@preact/signals';
import type { BoardJob } from '@stationery/client/board';
import { devicesByName } from './device-order.ts';

export type JobClass = BoardJob['class'];

export const plotters = computed(() =>
  devicesByName.value.filter(({ state }) => state.plotter !== undefined),
);

const unique = (values: readonly string[]) => [...new Set(values)].sort();

export const known = computed(() => ({
  papers: unique(plotters.value.flatMap(({ state }) => state.plotter?.paper ?? [])),
  pens: unique(plotters.value.flatMap(({ state }) => state.plotter?.pens ?? [])),
  tags: unique(plotters.value.flatMap(({ state }) => state.tags)),
}));

/** Returns the plotters that meet the requirements, by the same rules as the board. */
export function fitting(wanted: JobClass) {
  const paper = wanted.paper?.toLowerCase();
  return plotters.value.filter(
    ({ id, state }) =>
      (wanted.device === undefined || wanted.device === id) &&
      (paper === undefined || state.plotter?.paper?.toLowerCase() === paper) &&
      (wanted.pens ?? []).every((pen) => state.plotter?.pens.includes(pen)) &&
      (wanted.tags ?? []).every((tag) => state.tags.includes(tag)),
  );
}

export function trimClass({ paper, pens, tags, device }: JobClass): JobClass {
  return {
    ...(paper?.trim() && { paper: paper.trim() }),
    ...(pens?.length && { pens }),
    ...(tags?.length && { tags }),
    ...(device && { device }),
  };
}
