import type { PlayerSettings } from '@stationery/client/player';
import { changedMembers } from '../../service/changed-members.ts';
import { reportFailure } from '../../service/index.ts';
import { playerSettingsTexts } from '../../texts/player-settings.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { showToast } from '../../ui/index.ts';
import { stationPlayer } from '../client.ts';

/** Saves only the changed settings, so that it does not overwrite changes by other users. */
export async function changePlayerSettings(
  before: PlayerSettings,
  wanted: PlayerSettings,
  message = playerSettingsTexts.saved,
): Promise<boolean> {
  const change = changedMembers(before, wanted);
  if (Object.keys(change).length === 0) return true;
  const saved = await reportFailure(() => stationPlayer.changeSettings(change));
  if (saved === undefined) return false;
  showToast({
    message,
    action: {
      label: sharedTexts.undo,
      run: () => void changePlayerSettings(wanted, before, playerSettingsTexts.restored),
    },
  });
  return true;
}
