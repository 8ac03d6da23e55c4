import type { SavedMachine } from '@stationery/client';
import { createPlotterSetup, type Drivers } from '@stationery/client/setup';
import { useEffect, useState } from 'preact/hooks';
import { token } from '../../../service/index.ts';
import { setupTexts as texts } from '../../../texts/setup.ts';
import { Button, Dialog, showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { isSetupDialogOpen } from '../../state/dialogs.ts';
import { isBusy, runAction } from '../../state/run-action.ts';
import { currentJob, machine, status } from '../../state/store.ts';
import { GuidedTest } from './guided-test.tsx';
import './setup.css';

const setup = createPlotterSetup({ baseUrl: location.origin, token: () => token.value });

const close = () => {
  isSetupDialogOpen.value = false;
};

export function SetupDialog() {
  return isSetupDialogOpen.value ? <Setup /> : null;
}

/** Which plotter it is: presets, saved profiles, and a test that corrects the profile. */
function Setup() {
  const [known, setKnown] = useState<{ drivers: Drivers; machines: SavedMachine[] }>();
  const [isTesting, setTesting] = useState(false);
  const read = async () => {
    const [drivers, machines, profile] = await Promise.all([
      setup.drivers(),
      setup.machines(),
      plotter.machine(),
    ]);
    machine.value = profile;
    setKnown({ drivers, machines });
  };
  useEffect(() => void runAction('setup', read), []);
  const change = (work: () => Promise<unknown>) =>
    void runAction('setup', async () => {
      await work();
      await read();
    });
  const isDisabled = isBusy('setup') || currentJob.value !== undefined;
  const now = status.value;
  const named = [now?.model, now?.firmware].filter((part) => part != null).join(', ');
  const detect = async () => {
    const { driver } = await setup.detectDriver();
    showToast({ message: driver === null ? texts.notDetected : texts.detected(driver) });
  };
  return (
    <Dialog
      title={texts.title}
      wide
      onClose={close}
      actions={
        <>
          <StopButton />
          <Button kind="primary" onClick={close}>
            {texts.close}
          </Button>
        </>
      }
    >
      {isTesting ? (
        <GuidedTest onEnd={() => setTesting(false)} />
      ) : (
        <div class="setup">
          <p>{now === undefined ? '' : texts.now(now.driver, named)}</p>
          {now?.recognised === false && <p>{texts.unsure}</p>}
          <h3>{texts.presets}</h3>
          <div class="setup-presets">
            {known?.drivers.presets.map(({ id, title, profile }) => (
              <Button key={id} disabled={isDisabled} onClick={() => change(() => setup.addMachine(profile))}>
                {title}
              </Button>
            ))}
            <Button kind="quiet" disabled={isDisabled} onClick={() => change(detect)}>
              {texts.detect}
            </Button>
          </div>
          {known !== undefined && known.machines.length > 0 && <h3>{texts.saved}</h3>}
          {known?.machines.map(({ id, name, inUse }) => (
            <div key={id} class="setup-saved">
              <span>{name}</span>
              {inUse ? (
                <span class="soft">{texts.inUse}</span>
              ) : (
                <>
                  <Button disabled={isDisabled} onClick={() => change(() => setup.chooseMachine(id))}>
                    {texts.use(name)}
                  </Button>
                  <Button
                    kind="quiet"
                    disabled={isDisabled}
                    onClick={() => change(() => setup.deleteMachine(id))}
                  >
                    {texts.remove(name)}
                  </Button>
                </>
              )}
            </div>
          ))}
          <h3>{texts.test}</h3>
          <p class="soft small">{texts.testNote}</p>
          <Button disabled={isDisabled} onClick={() => setTesting(true)}>
            {texts.start}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
