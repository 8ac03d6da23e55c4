import { useSignal } from '@preact/signals';
import { isBusy } from '../../../service/index.ts';
import { boardTexts } from '../../../texts/board.ts';
import { number } from '../../../texts/format.ts';
import { locale } from '../../../texts/language.ts';
import { bound } from '../../../ui/bound.ts';
import { BarChart, Button, Dialog, Segmented } from '../../../ui/index.ts';
import { boardOptions } from '../../client.ts';
import { tapsDialog } from '../../state/dialogs.ts';
import { runAction } from '../../state/run-action.ts';
import {
  allTaps,
  countingStations,
  type NamedCount,
  tapsByDay,
  tapsByStation,
  tapsByTag,
} from '../../state/tap-totals.ts';
import '../../../ui/count-table.css';

const texts = boardTexts.taps;
const keptDays = 730;
type View = keyof typeof texts.views;
const maxRows = 200;

export function TapsDialog() {
  return tapsDialog.value ? <Taps /> : null;
}

function Taps() {
  const view = useSignal<View>('days');
  const save = () =>
    runAction('statistics', async () => {
      const [{ createBoardStatistics }, { saveFile }] = await Promise.all([
        import('@stationery/client/board-statistics'),
        import('../../../ui/save-file.ts'),
      ]);
      const from = new Date(Date.now() - keptDays * 86_400_000).toISOString().slice(0, 10);
      const table = await createBoardStatistics(boardOptions).csv({ from });
      saveFile('statistics.csv', await table.blob());
    });
  return (
    <Dialog title={texts.title} onClose={tapsDialog.close} wide>
      <p class="soft">
        {allTaps.value === 0 ? texts.nothing : texts.total(allTaps.value, countingStations.value.length)}
      </p>
      <Segmented label={texts.show} options={texts.views} {...bound(view)} />
      {allTaps.value === 0 ? null : view.value === 'days' ? (
        <DayChart />
      ) : view.value === 'stations' ? (
        <CountTable what={texts.station} counts={tapsByStation()} />
      ) : (
        <CountTable what={texts.tag} counts={tapsByTag()} />
      )}
      <div class="dialog-actions">
        <p class="small soft">{texts.exportHint}</p>
        <Button icon="download" busy={isBusy('statistics')} onClick={() => void save()}>
          {texts.export}
        </Button>
      </div>
    </Dialog>
  );
}

function DayChart() {
  const format = new Intl.DateTimeFormat(locale.value, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const bars = tapsByDay().map(({ date, taps }) => {
    const label = format.format(Date.parse(date));
    return { label, value: taps, text: texts.bar(label, taps) };
  });
  return <BarChart label={texts.days} bars={bars} />;
}

function CountTable({ what, counts }: { what: string; counts: readonly NamedCount[] }) {
  return (
    <div class="count-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col">{texts.count}</th>
          </tr>
        </thead>
        <tbody>
          {counts.slice(0, maxRows).map(({ name, taps }, at) => (
            <tr key={at}>
              <th scope="row">{name}</th>
              <td>{number(taps)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
