import { useSignal } from '@preact/signals';
import type { Statistics } from '@stationery/client/statistics';
import { useEffect } from 'preact/hooks';
import { showError } from '../../../service/index.ts';
import { locale } from '../../../texts/language.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { stationTexts } from '../../../texts/station.ts';
import { statisticsTexts } from '../../../texts/statistics.ts';
import { bound } from '../../../ui/bound.ts';
import { formatDuration } from '../../../ui/format.ts';
import { BarChart, Button, type ChartBar, Checkbox, Dialog, Segmented } from '../../../ui/index.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { stationStatistics } from '../../client.ts';
import { statisticsDialog } from '../../state/dialogs.ts';
import { tags } from '../../state/store.ts';
import { shownTitleOf } from '../../state/tag-details.ts';
import '../../../ui/count-table.css';

const dayMs = 24 * 3600 * 1000;
const maxDays = 400;

/** Includes days without taps. */
function daysOf({ from, to, days }: Pick<Statistics, 'from' | 'to' | 'days'>): ChartBar[] {
  const known = new Map(days.map((day) => [day.date, day]));
  const format = new Intl.DateTimeFormat(locale.value, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const last = Date.parse(to);
  const bars: ChartBar[] = [];
  for (let at = Date.parse(from); at <= last && bars.length < maxDays; at += dayMs) {
    const day = known.get(new Date(at).toISOString().slice(0, 10));
    bars.push(barOf(format.format(at), day));
  }
  return bars;
}

function hoursOf({ hours }: Pick<Statistics, 'hours'>): ChartBar[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const found = hours.find((each) => each.hour === hour);
    return barOf(`${hour}:00`, found);
  });
}

function barOf(label: string, counts: { taps: number; listened: number } | undefined): ChartBar {
  const { taps, listened } = counts ?? { taps: 0, listened: 0 };
  return { label, value: taps, text: statisticsTexts.bar(label, taps, formatDuration(listened)) };
}

type View = 'days' | 'hours' | 'tags';

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
      title={stationTexts.tags.statistics}
      onClose={statisticsDialog.close}
      wide
      actions={
        <Button icon="download" onClick={() => void download().catch(showError)}>
          {statisticsTexts.download}
        </Button>
      }
    >
      {now === undefined ? (
        <p class="soft">{sharedTexts.loading}</p>
      ) : (
        <>
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
          <Segmented label={statisticsTexts.show} options={statisticsTexts.views} {...bound(view)} />
          {now.days.length === 0 && now.tags.length === 0 ? (
            <p class="soft">{statisticsTexts.nothing}</p>
          ) : view.value === 'tags' ? (
            <TagTable counted={now.tags} />
          ) : (
            <BarChart
              label={statisticsTexts.chart[view.value]}
              bars={view.value === 'days' ? daysOf(now) : hoursOf(now)}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

function TagTable({ counted }: { counted: Statistics['tags'] }) {
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
          {counted.slice(0, 200).map((each) => (
            <tr key={each.tag ?? 'unknown'}>
              <th scope="row">{nameIn(each)}</th>
              <td>{each.taps}</td>
              <td>{formatDuration(each.listened)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function nameIn({ tag, serial, name }: Statistics['tags'][number]): string {
  if (tag === null) return statisticsTexts.unknown;
  const known = tags.value?.get(tag);
  return name ?? (known && shownTitleOf(known)) ?? serial ?? statisticsTexts.removed(tag);
}

async function download(): Promise<void> {
  saveFile('statistics.csv', await (await stationStatistics.csv()).blob());
}
