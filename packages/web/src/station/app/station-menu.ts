import { stationTexts } from '../../texts/station.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import { phoneDialog, playerSettingsDialog } from '../state/dialogs.ts';
import { hasPlayer } from '../state/store.ts';

export function stationItems(): MenuItem[] {
  const { menu: texts } = stationTexts;
  return [
    ...(hasPlayer.value
      ? [{ icon: 'sliders' as const, label: stationTexts.player.settings, run: playerSettingsDialog.open }]
      : []),
    { icon: 'phone', label: texts.phone, run: phoneDialog.open },
    { icon: 'picture', label: stationTexts.kiosk, href: '/play' },
  ];
}
