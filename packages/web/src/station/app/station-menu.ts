import { stationTexts } from '../../texts/station.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import { phoneOpen, playerSettingsOpen } from '../state/dialogs.ts';
import { hasPlayer } from '../state/store.ts';

/** What concerns the whole station. */
export function stationItems(): MenuItem[] {
  const { menu: texts } = stationTexts;
  return [
    ...(hasPlayer.value ? [opens('sliders', stationTexts.player.settings, playerSettingsOpen)] : []),
    opens('phone', texts.phone, phoneOpen),
    { icon: 'picture', label: stationTexts.kiosk, href: '/play' },
  ];
}

const opens = (icon: MenuItem['icon'], label: string, isOpen: { value: boolean }): MenuItem => ({
  icon,
  label,
  run: () => {
    isOpen.value = true;
  },
});
