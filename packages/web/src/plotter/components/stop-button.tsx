import { plotterTexts } from '../../texts/plotter.ts';
import { Icon } from '../../ui/index.ts';
import { stopNow } from '../state/manual-control/stop.ts';
import './stop-button.css';

/** Never disabled: whatever the page believes, a person who wants the machine to halt is right. */
export function StopButton() {
  return (
    <button
      type="button"
      class="stop"
      aria-label={plotterTexts.stop.label}
      aria-keyshortcuts="Escape"
      onClick={() => void stopNow()}
    >
      <Icon name="stop" size={22} />
      {plotterTexts.stop.button}
    </button>
  );
}
