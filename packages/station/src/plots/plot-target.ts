import { SettingError } from '@stationery/core';

export interface PlotTarget {
  kind: 'plotter' | 'board';
  url: string;
}

const boardPrefix = 'board:';

export function readPlotTarget(text: string): PlotTarget | undefined {
  if (text === 'none') return undefined;
  const isBoard = text.startsWith(boardPrefix);
  const url = isBoard ? text.slice(boardPrefix.length) : text;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new SettingError(
      `STATION_PLOTTER must be the address of a plotter service, board:<address> or none, not “${text}”`,
    );
  return { kind: isBoard ? 'board' : 'plotter', url };
}
