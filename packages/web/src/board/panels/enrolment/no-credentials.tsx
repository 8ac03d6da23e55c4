import { boardTexts } from '../../../texts/board.ts';
import { isLoopback } from '../../../ui/is-loopback.ts';
import { Command } from '../../components/command.tsx';
import { status } from '../../state/store.ts';

const texts = boardTexts.enrolment;

export function NoCredentials() {
  const address = status.value?.broker.address ?? '';
  const isLocal = URL.canParse(address) && isLoopback(new URL(address).hostname);
  return (
    <>
      <div class="enrolment-step stack">
        <p>
          {texts.noCredentials} {texts.startDevice}
        </p>
        <Command>{`stationery plotter --fleet-url ${address}`}</Command>
        <Command>{`stationery station --fleet-url ${address}`}</Command>
      </div>
      {isLocal && (
        <div class="enrolment-step stack">
          <p>{texts.forOthers}</p>
          <Command>stationery fleet up --nats-host 0.0.0.0 --host 0.0.0.0 --token …</Command>
        </div>
      )}
    </>
  );
}
