import { useSignal } from '@preact/signals';
import type { Statistics } from '@stationery/client/statistics';
import { useEffect } from 'preact/hooks';
import { showError } from '../../../service/index.ts';
import { statisticsTexts } from '../../../texts/statistics.ts';
import { BarChart } from '../../../ui/bar-chart.tsx';
import { Button, bound, Checkbox, Dialog, formatDuration, Segmented } from '../../../ui/index.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { stationStatistics } from '../../client.ts';
import { statisticsDialog } from '../../state/dialogs.ts';
import '../../../ui/count-table.css';
import { daysOf, hoursOf } from './chart-data.ts';
import './statistics-dialog.css';

type View = 'days' | 'hours' | 'tags';

/** Taps and listening time. */
export function StatisticsDialog() {
  const shown = useSignal<Statistics | undefined>(undefined);
  const view = useSignal<View>('days');
  useEffect(() => {
    stationStatistics.get().then((found) => {
      shown.value = found;
    }, showError);
  }, []);
  const now = shown.value;
  return (
    <Dialog
      title={statisticsTexts.title}
      onClose={statisticsDialog.close}
      wide
      actions={
        <Button icon="download" onClick={() => void download().catch(showError)}>
          {statisticsTexts.download}
        </Button>
      }
    >
      {now === undefined ? (
        <p class="soft">{statisticsTexts.loading}</p>
      ) : (
        <div class="statistics">
          <Checkbox
            label={statisticsTexts.recording}
            hint={statisticsTexts.recordingText}
            value={now.recording}
            onChange={(checked) => {
              stationStatistics.setRecording(checked).then((found) => {
                shown.value = found;
              }, showError);
            }}
          />
          <Segmented
            label={statisticsTexts.show}
            options={(['days', 'hours', 'tags'] as const).map((value) => ({
              value,
              label: statisticsTexts.views[value],
            }))}
            {...bound(view)}
          />
          {now.days.length === 0 && now.tags.length === 0 ? (
            <p class="soft">{statisticsTexts.nothing}</p>
          ) : view.value === 'tags' ? (
            <TagTable tags={now.tags} />
          ) : (
            <BarChart
              label={statisticsTexts.chart[view.value]}
              bars={view.value === 'days' ? daysOf(now) : hoursOf(now)}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

function TagTable({ tags }: { tags: Statistics['tags'] }) {
  return (
    <div class="count-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{statisticsTexts.tag}</th>
            <th scope="col">{statisticsTexts.taps}</th>
            <th scope="col">{statisticsTexts.listened}</th>
          </tr>
        </thead>
        <tbody>
          {tags.slice(0, 200).map(({ tag, serial, name, taps, listened }) => (
            <tr key={tag ?? 'unknown'}>
              <th scope="row">{name ?? serial ?? statisticsTexts.unknown}</th>
              <td>{taps}</td>
              <td>{formatDuration(listened)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

async function download(): Promise<void> {
  saveFile('statistics.csv', await (await stationStatistics.csv()).blob());
}
