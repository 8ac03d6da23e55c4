import { speedNumber } from '@stationery/drawing';
import type { SettingKind } from '../../drivers/language/effect.ts';
import type { Profile } from '../../drivers/profile.ts';

export function defaultSetting(kind: SettingKind, profile: Profile): string {
  return commands[kind](profile);
}

const commands: Record<SettingKind, (profile: Profile) => string> = {
  speed: (profile) => `SPEED ${speedNumber(profile)}`,
  acceleration: ({ acceleration }) => `ACCEL ${Math.round(acceleration)}`,
  'pen-height': () => 'PENHEIGHT',
};
