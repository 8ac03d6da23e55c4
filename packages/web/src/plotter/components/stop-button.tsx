import { plotterTexts } from '../../texts/plotter.ts';
import { Icon } from '../../ui/index.ts';
import { stopNow } from '../state/manual-control/stop.ts';
import './stop-button.css';

/** Never disabled, because STOP must always work. */
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
