import { SettingError } from '@stationery/core';

/** Channels allowed in every country. */
const everywhere = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
/** Countries that also allow channels 12 and 13. Countries in doubt are omitted. */
const thirteen = new Set(
  (
    'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK ' +
    'AU BR CN IN JP KR NZ TR UA ZA'
  ).split(' '),
);
/** Channels in the part of the 5 GHz band that is not shared with weather radar. */
const fiveGigahertz = [36, 40, 44, 48];

type Band = '2.4 GHz' | '5 GHz';

export const bandOf = (channel: number): Band => (channel > 14 ? '5 GHz' : '2.4 GHz');

export function channelsIn(country: string | undefined): number[] {
  if (country === undefined) return everywhere;
  return [...everywhere, ...(thirteen.has(country) ? [12, 13] : []), ...fiveGigahertz];
}

export function checkChannel(channel: number, country: string | undefined): void {
  const allowed = channelsIn(country);
  if (allowed.includes(channel)) return;
  const where = country === undefined ? 'without STATION_WIFI_COUNTRY' : `in ${country}`;
  throw new SettingError(
    `STATION_WIFI_CHANNEL must be one of ${allowed.join(', ')} ${where}, not “${channel}”`,
  );
}
