import type { MachinePreset, PlotterStatus, SavedMachine } from '@stationery/client';
import type { DriverChoice, Drivers } from '@stationery/client/setup';
import { useEffect, useId, useState } from 'preact/hooks';
import { isBusy } from '../../../service/index.ts';
import { plotterSetupTexts as texts } from '../../../texts/plotter-setup.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { Button, Dialog, showToast } from '../../../ui/index.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { setup } from '../../setup-client.ts';
import { describeReason } from '../../state/describe-reason.ts';
import { setupDialog } from '../../state/dialogs.ts';
import { runAction } from '../../state/run-action.ts';
import { currentJob, machine, status } from '../../state/store.ts';
import { FirmwareFiles } from './firmware-files.tsx';
import { GuidedTest } from './guided-test.tsx';
import './setup.css';

interface Known {
  drivers: Drivers;
  machines: readonly SavedMachine[];
}

/** Runs `work` and reads the state again. */
type Change = (work: () => Promise<unknown>) => void;

export function SetupDialog() {
  const [known, setKnown] = useState<Known>();
  const [isTesting, setTesting] = useState(false);
  const read = async () => {
    const [drivers, machines] = await Promise.all([setup.drivers(), setup.machines()]);
    setKnown({ drivers, machines });
  };
  // Reads again when the profile changes, because a different tab may have chosen it.
  useEffect(() => void runAction('setup', read), [machine.value?.name, machine.value?.driver]);
  const change: Change = (work) =>
    void runAction('setup', async () => {
      await work();
      await read();
    });
  const hasJob = currentJob.value !== undefined;
  const isDisabled = known === undefined || isBusy('setup') || hasJob;
  return (
    <Dialog
      title={isTesting ? texts.test : texts.title}
      wide
      onClose={setupDialog.close}
      actions={
        <>
          <StopButton />
          {isTesting ? (
            <Button onClick={() => setTesting(false)}>{texts.end}</Button>
          ) : (
            <Button onClick={setupDialog.close}>{sharedTexts.close}</Button>
          )}
        </>
      }
    >
      {isTesting ? (
        <GuidedTest onEnd={() => setTesting(false)} />
      ) : (
        <div class="stack gap-3">
          <Recognised />
          {hasJob && <p class="caution">{texts.busy}</p>}
          {known && <Presets known={known} isDisabled={isDisabled} change={change} />}
          {known && <SavedProfiles known={known} isDisabled={isDisabled} change={change} />}
          {known && <DriverField known={known} isDisabled={isDisabled} change={change} />}
          <FirmwareFiles />
          <h3 class="setup-title">{texts.test}</h3>
          <div class="setup-saved row wrap">
            <p class="soft small">{texts.testNote}</p>
            <Button disabled={isDisabled} onClick={() => setTesting(true)}>
              {texts.start}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Recognised() {
  const now = status.value;
  if (now === undefined) return null;
  const named = [now.model, now.firmware].filter((part) => part != null).join(', ');
  return (
    <>
      <p class="soft">{texts.now(now.driver, named)}</p>
      {now.recognised === false && <p class="caution">{whyUnsure(now.link)}</p>}
    </>
  );
}

function whyUnsure(link: PlotterStatus['link']): string {
  return 'cause' in link && link.cause?.code === 'wrong-machine' ? describeReason(link) : texts.unsure;
}

interface PartProps {
  known: Known;
  isDisabled: boolean;
  change: Change;
}

function Presets({ known: { drivers, machines }, isDisabled, change }: PartProps) {
  const isInUse = ({ title, driver }: MachinePreset) =>
    machines.some((saved) => saved.inUse && saved.name === title && saved.driver === driver);
  return (
    <>
      <h3 class="setup-title">{texts.presets}</h3>
      <div class="setup-presets stack">
        {drivers.presets.map((preset) => (
          <button
            key={preset.id}
            type="button"
            class="setup-preset"
            aria-pressed={isInUse(preset)}
            disabled={isDisabled}
            onClick={() => change(() => setup.usePreset(preset))}
          >
            <span class="bold">{texts.titleOf(preset)}</span>
            <Facts preset={preset} />
          </button>
        ))}
      </div>
    </>
  );
}

/** The size stays on one line. */
function Facts({ preset: { driver, profile } }: { preset: MachinePreset }) {
  const { size } = profile;
  if (!size) return <span class="soft small">{driver}</span>;
  return (
    <span class="soft small">
      {driver}, <span class="setup-size">{`${size.widthMm} × ${size.heightMm} mm`}</span>
    </span>
  );
}

function SavedProfiles({ known: { machines }, isDisabled, change }: PartProps) {
  if (machines.length === 0) return null;
  return (
    <>
      <h3 class="setup-title">{texts.saved}</h3>
      {machines.map(({ id, name, driver, inUse }) => (
        <div key={id} class="setup-saved row wrap">
          <p>
            <strong>{name}</strong> <span class="soft">{inUse ? `(${texts.inUse})` : driver}</span>
          </p>
          {!inUse && (
            <span class="setup-saved-actions">
              <Button
                aria-label={texts.useLabel(name)}
                disabled={isDisabled}
                onClick={() => change(() => setup.chooseMachine(id))}
              >
                {texts.use}
              </Button>
              <Button
                kind="quiet"
                aria-label={texts.removeLabel(name)}
                disabled={isDisabled}
                onClick={() => change(() => setup.deleteMachine(id))}
              >
                {texts.remove}
              </Button>
            </span>
          )}
        </div>
      ))}
    </>
  );
}

function DriverField({ known: { drivers }, isDisabled, change }: PartProps) {
  const id = useId();
  const choose = async (choice: string) => {
    const { driver } = await setup.chooseDriver(choice as DriverChoice);
    showToast({ message: texts.chosen(driver) });
  };
  const detect = async () => {
    const { driver } = await setup.detectDriver();
    showToast({ message: driver === null ? texts.notDetected : texts.detected(driver) });
  };
  return (
    <div class="setup-row wrap">
      <div class="field">
        <label for={id} class="field-label">
          {texts.driver}
        </label>
        <select
          id={id}
          class="field-input"
          value={drivers.choice}
          disabled={isDisabled}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            const choice = event.currentTarget.value;
            change(() => choose(choice));
          }}
        >
          <option value="auto">{texts.auto}</option>
          {drivers.drivers.map((driver) => (
            <option key={driver.name} value={driver.name}>
              {texts.titleOf(driver)}
            </option>
          ))}
        </select>
      </div>
      <Button icon="search" disabled={isDisabled} onClick={() => change(detect)}>
        {texts.detect}
      </Button>
      <p id={`${id}-note`} class="field-note small soft">
        {texts.driverHint}
      </p>
    </div>
  );
}
