import { useSignal } from '@preact/signals';
import type { PlayerSettings } from '@stationery/client/player';
import { useEffect } from 'preact/hooks';
import { showError } from '../../../service/index.ts';
import { playerSettingsTexts as texts } from '../../../texts/player-settings.ts';
import { Dialog } from '../../../ui/index.ts';
import { stationPlayer } from '../../client.ts';
import { playerSettingsDialog } from '../../state/dialogs.ts';
import './player-settings-dialog.css';
import { PlayerSettingsForm } from './player-settings-form.tsx';

export function PlayerSettingsDialog() {
  const before = useSignal<PlayerSettings | undefined>(undefined);
  useEffect(() => {
    stationPlayer.settings().then(
      (found) => {
        before.value = found;
      },
      (error: unknown) => {
        showError(error);
        playerSettingsDialog.close();
      },
    );
  }, []);
  return (
    <Dialog title={texts.title} onClose={playerSettingsDialog.close}>
      {before.value === undefined ? (
        <p class="soft">{texts.loading}</p>
      ) : (
        <PlayerSettingsForm before={before.value} onClose={playerSettingsDialog.close} />
      )}
    </Dialog>
  );
}
