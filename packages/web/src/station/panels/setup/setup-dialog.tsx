import { signal, useSignal } from '@preact/signals';
import { createStationSetup, type Setup, type SetupChange } from '@stationery/client/station-setup';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { clientOptions, reportFailure, showError } from '../../../service/index.ts';
import { giveToken } from '../../../service/token.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { setupTexts as texts } from '../../../texts/station-setup.ts';
import { Banner, Bar, Button, Dialog, Icon, showToast } from '../../../ui/index.ts';
import { setupDialog } from '../../state/dialogs.ts';
import { settings, setup } from '../../state/store.ts';
import { Finish } from './finish.tsx';
import { answerOf, type StepName, stepForms, stepNames } from './steps.tsx';
import './setup-dialog.css';

const client = createStationSetup(clientOptions);

/** The first run has one question per screen. Later, the questions are a list. */
export function SetupDialog() {
  const now = setup.value;
  const isGuided = setupDialog.value === 'first-run';
  return (
    <Dialog title={isGuided ? texts.title : texts.settings} wide onClose={setupDialog.close}>
      {now !== undefined && (
        <div class="setup stack gap-4">{isGuided ? <Guide setup={now} /> : <Settings setup={now} />}</div>
      )}
    </Dialog>
  );
}

/** The token typed in the setup. The page uses it when the station requires a token. */
const typedToken = signal<string | undefined>(undefined);

async function save(change: SetupChange): Promise<boolean> {
  const revision = setup.value?.revision;
  const saved = await reportFailure(
    () => client.change({ ...change, ...(revision !== undefined && { revision }) }),
    (error) => {
      showError(error);
      // Shows the answers that another phone saved.
      client.get().then(take, () => undefined);
    },
  );
  if (saved === undefined) return false;
  take(saved);
  if (typeof change.token === 'string') typedToken.value = change.token;
  return true;
}

function take(state: Setup): void {
  setup.value = state;
}

async function apply(change: SetupChange): Promise<boolean> {
  const isSaved = await save({ ...change, apply: true });
  if (isSaved && typedToken.value !== undefined) giveToken(typedToken.value);
  return isSaved;
}

const isHere = ({ unavailable }: Setup, step: StepName) => unavailable.every((each) => each.step !== step);

function Guide({ setup: now }: { setup: Setup }) {
  // The steps are fixed at the start, because the clock may be set during the setup.
  const steps = useRef(stepNames.filter((step) => isHere(now, step))).current;
  const at = useSignal(0);
  // Ends the setup after “Finish” on another phone, because answers given here would no longer be used.
  const isFinished = now.applying && !now.first_run;
  const step = isFinished ? undefined : steps[at.value];
  const back = at.value === 0 ? undefined : () => at.value--;
  const skip = async () => {
    if (!(await save({ first_run: false }))) return;
    setupDialog.close();
    showToast({ message: texts.skipped });
  };
  return (
    <>
      <div class="stack gap-1">
        <Bar
          label={texts.progress}
          part={at.value / steps.length}
          valueText={texts.step(at.value + 1, steps.length + 1)}
        />
        <p class="row small soft setup-where">
          <span>{texts.step(at.value + 1, steps.length + 1)}</span>
          <span>{texts.serial(settings.value?.serial ?? '')}</span>
        </p>
      </div>
      {step === undefined ? (
        <Finish
          setup={now}
          onApply={() => apply({ first_run: false })}
          onBack={isFinished ? undefined : back}
          onClose={setupDialog.close}
        />
      ) : (
        <Step
          key={step}
          name={step}
          setup={now}
          submit={texts.next}
          onDone={() => at.value++}
          other={
            back === undefined ? (
              <Button kind="quiet" onClick={() => void skip()}>
                {texts.skip}
              </Button>
            ) : (
              <Button onClick={back}>{texts.back}</Button>
            )
          }
        />
      )}
    </>
  );
}

function Settings({ setup: now }: { setup: Setup }) {
  const chosen = useSignal<StepName | 'finish' | undefined>(undefined);
  const step = chosen.value;
  const leave = () => {
    chosen.value = undefined;
  };
  if (step === 'finish')
    return <Finish setup={now} onApply={() => apply({})} onBack={leave} onClose={setupDialog.close} />;
  if (step !== undefined)
    return (
      <Step
        name={step}
        setup={now}
        submit={sharedTexts.save}
        onDone={leave}
        other={<Button onClick={leave}>{texts.back}</Button>}
      />
    );
  return (
    <>
      {now.pending.length > 0 && (
        <Banner
          tone="note"
          title={texts.waits(now.pending.map((each) => texts.steps[each]).join(', '))}
          actions={
            <Button
              kind="primary"
              onClick={() => {
                chosen.value = 'finish';
              }}
            >
              {texts.apply}
            </Button>
          }
        />
      )}
      {now.problem !== null && (
        <Banner tone="danger" title={texts.finish.problem}>
          {texts.problems[now.problem.code] ?? now.problem.message}
        </Banner>
      )}
      <ul class="setup-list">
        {stepNames.map((name) => {
          const obstacle = now.unavailable.find((each) => each.step === name)?.code;
          return (
            <li key={name}>
              <button
                type="button"
                class="setup-row"
                disabled={obstacle !== undefined}
                onClick={() => {
                  chosen.value = name;
                }}
              >
                <span class="stack">
                  <span class="bold">{texts.steps[name]}</span>
                  {obstacle !== undefined && <span class="small soft">{texts.unavailable[obstacle]}</span>}
                </span>
                {obstacle === undefined && <Icon name="arrow" />}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface StepProps {
  name: StepName;
  setup: Setup;
  submit: string;
  onDone: () => void;
  other: ComponentChildren;
}

/** If another phone saves an answer, the question starts again with that answer. */
function Step({ name, setup: now, submit, onDone, other }: StepProps) {
  const value = answerOf(name, now);
  const first = useRef(value).current;
  const isSaving = useSignal(false);
  const isFromOther = value !== first && !isSaving.value;
  const Form = stepForms[name];
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('h3')?.focus(), []);
  return (
    <div class="stack gap-4" ref={box}>
      <h3 class="setup-question" tabIndex={-1}>
        {texts[name].title}
      </h3>
      {isFromOther && <Banner tone="note" title={texts.otherPhone} />}
      <Form
        key={isFromOther ? value : 'own'}
        setup={now}
        client={client}
        save={save}
        render={(fields, change) => (
          <form
            class="stack gap-4"
            onSubmit={async (event) => {
              event.preventDefault();
              if (change === undefined || isSaving.value) return;
              isSaving.value = true;
              const isSaved = await save(change);
              isSaving.value = false;
              if (isSaved) onDone();
            }}
          >
            {fields}
            <div class="dialog-actions wrap">
              {other}
              <Button kind="primary" type="submit" busy={isSaving.value} disabled={change === undefined}>
                {submit}
              </Button>
            </div>
          </form>
        )}
      />
    </div>
  );
}
