import { stationTexts } from '../../../texts/station.ts';
import { Panel } from '../../../ui/index.ts';
import { plots } from '../../state/store.ts';
import './plots-panel.css';

const shownPlots = 5;

export function PlotsPanel() {
  const { plots: texts } = stationTexts;
  if (plots.value.length === 0) return null;
  return (
    <Panel title={texts.title}>
      <ul class="stack gap-3">
        {plots.value.slice(0, shownPlots).map(({ id, tag, filename, state, progress, cause, reason }) => (
          <li key={id} class="stack gap-1">
            <p class="plots-row wrap">
              <span class="bold">{tag.name ?? filename}</span>
              <span class="small soft">{texts.states[state](Math.round(progress * 100))}</span>
            </p>
            {cause !== null && (
              <p class="small" role={state === 'paused' ? 'status' : 'alert'}>
                {texts.reason(cause) ?? reason}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
