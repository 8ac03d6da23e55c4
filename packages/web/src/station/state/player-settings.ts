import type { PlayerSettings } from '@stationery/client/player';
import { explain } from '../../service/index.ts';
import { playerSettingsTexts } from '../../texts/player-settings.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { showToast } from '../../ui/index.ts';
import { stationPlayer } from '../client.ts';

/** Saves what differs, so that nothing is undone that somebody else has set meanwhile. */
export async function changePlayerSettings(
  before: PlayerSettings,
  wanted: PlayerSettings,
  message = playerSettingsTexts.saved,
): Promise<boolean> {
  const keys = (Object.keys(wanted) as (keyof PlayerSettings)[]).filter((key) => wanted[key] !== before[key]);
  if (keys.length === 0) return true;
  try {
    await stationPlayer.changeSettings(Object.fromEntries(keys.map((key) => [key, wanted[key]])));
    showToast({
      message,
      action: {
        label: sharedTexts.undo,
        run: () => void changePlayerSettings(wanted, before, playerSettingsTexts.restored),
      },
    });
    return true;
  } catch (error) {
    showToast({ tone: 'danger', message: explain(error) });
    return false;
  }
}
