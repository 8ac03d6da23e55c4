import type { JobCheck } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { formatDuration, formatPercent } from '../../../ui/format.ts';
import { Bar, Button, Icon } from '../../../ui/index.ts';
import { PlotButton } from '../../components/plot-button.tsx';
import { SheetChoice } from '../../components/sheet-choice.tsx';
import { mm } from '../../state/format.ts';
import { plotDraft, scriptSent } from '../../state/plot/plot-script.ts';
import { type Check, check, removeDraft } from '../../state/script/script-draft.ts';

const texts = plotterTexts.script;
const shownProblems = 5;
/** The service reports at most this many. */
const maxProblems = 100;

export function Verdict() {
  const found = check.value;
  const isGood = found.state === 'checked' && found.report.ok;
  const canPlot = found.state === 'checked' && found.report.total > 0;
  const part = scriptSent.value;
  return (
    <>
      <Report check={found} />
      {part !== undefined && <Bar label={texts.sending} part={part} valueText={formatPercent(part)} />}
      {canPlot && <SheetChoice />}
      <div class="row wrap">
        <PlotButton
          kind={isGood ? 'primary' : 'plain'}
          isDoubtful={canPlot && !isGood}
          disabled={!canPlot}
          onClick={() => void plotDraft()}
        />
        <Button kind="quiet" onClick={removeDraft}>
          {texts.remove}
        </Button>
      </div>
    </>
  );
}

function Report({ check }: { check: Check }) {
  return (
    <div class="report stack" role="status">
      {check.state === 'checking' && <p class="soft">{texts.checking}</p>}
      {check.state === 'failed' && (
        <p class="report-bad">
          <Icon name="alert" />
          {check.why}
        </p>
      )}
      {check.state === 'checked' && <Found report={check.report} />}
    </div>
  );
}

function Found({ report }: { report: JobCheck }) {
  const { total, ok, penLifts } = report;
  if (total === 0) return <p>{texts.nothing}</p>;
  return (
    <>
      <p class={ok ? 'report-good' : undefined}>
        {ok && <Icon name="check" />}
        <span>
          {summary(report)} {penLifts > 0 && <span class="soft">{texts.lifts(penLifts)}</span>}
        </span>
      </p>
      {!ok && <Problems problems={report.problems} />}
    </>
  );
}

function summary({ total, estimatedMs, bounds }: JobCheck): string {
  const time = formatDuration(estimatedMs / 1000);
  if (bounds === null) return texts.goodNoMoves(total, time);
  return texts.good(total, time, mm(bounds.maxX - bounds.minX), mm(bounds.maxY - bounds.minY));
}

function Problems({ problems }: Pick<JobCheck, 'problems'>) {
  const count = problems.length;
  return (
    <div class="problems stack">
      <p class="report-bad">
        <Icon name="alert" />
        <strong>{count >= maxProblems ? texts.manyProblems : texts.problems(count)}</strong>
      </p>
      <ol class="problem-list stack">
        {problems.slice(0, shownProblems).map((problem) => (
          <li key={problem.index}>
            <span class="soft">{texts.problem(problem.index)}</span> <code>{problem.command}</code>
            <br />
            {plotterTexts.reasons.problem(problem) ?? problem.reason}
          </li>
        ))}
      </ol>
      {count > shownProblems && <p class="soft">{texts.moreProblems(count - shownProblems)}</p>}
      <p>{texts.problemsNext}</p>
    </div>
  );
}
