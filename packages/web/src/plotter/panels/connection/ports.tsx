import type { SerialPort } from '@stationery/client';
import { useEffect, useState } from 'preact/hooks';
import { explain, isBusy } from '../../../service/index.ts';
import { connectionTexts } from '../../../texts/connection.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { Button, Field } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { choosePort } from '../../state/choose-port.ts';
import { currentJob, status } from '../../state/store.ts';

const texts = connectionTexts.ports;

/** The virtual plotter. */
const virtualPort: Pick<SerialPort, 'path'> = { path: 'sim:' };

export function Ports() {
  const [ports, setPorts] = useState<readonly SerialPort[] | string | undefined>(undefined);
  const look = () => {
    setPorts(undefined);
    plotter.ports().then(setPorts, (error: unknown) => setPorts(explain(error)));
  };
  useEffect(look, []);
  return (
    <section class="ports stack" aria-live="polite">
      <div class="ports-head wrap">
        <h3 class="ports-title">{texts.title}</h3>
        <Button kind="quiet" icon="retry" onClick={look}>
          {texts.again}
        </Button>
      </div>
      {ports === undefined && <p class="soft">{sharedTexts.loading}</p>}
      {typeof ports === 'string' && <p>{ports}</p>}
      {Array.isArray(ports) && ports.length === 0 && <p class="soft small">{texts.none}</p>}
      {Array.isArray(ports) && ports.map((port) => <Port key={port.path} port={port} />)}
      {Array.isArray(ports) && <Port port={virtualPort} name={texts.virtual} />}
      <OtherPort />
    </section>
  );
}

/** Takes the path of an unlisted port, such as a symbolic link to a port or the simulator of a different family. */
function OtherPort() {
  const [path, setPath] = useState('');
  const hasJob = currentJob.value !== undefined;
  return (
    <form
      class="port port-other"
      onSubmit={(event) => {
        event.preventDefault();
        void choosePort(path.trim(), path.trim());
      }}
    >
      <Field label={texts.other} hint={texts.otherHint} value={path} onChange={setPath} />
      <Button type="submit" busy={isBusy(`port ${path.trim()}`)} disabled={hasJob || path.trim() === ''}>
        {texts.use}
      </Button>
    </form>
  );
}

interface PortProps {
  port: Pick<SerialPort, 'path' | 'manufacturer' | 'serialNumber'>;
  name?: string;
}

function Port({ port: { path, manufacturer, serialNumber }, name = path }: PortProps) {
  const isUsed = status.value?.portPath === path;
  const hasJob = currentJob.value !== undefined;
  const facts = [manufacturer, serialNumber].filter((fact) => fact !== undefined).join(' · ');
  return (
    <div class="port">
      <div class="port-words">
        <p>
          <strong>{name}</strong> {isUsed && <span class="soft">({texts.used})</span>}
        </p>
        {facts !== '' && <p class="soft small">{facts}</p>}
      </div>
      {!isUsed && (
        <Button
          aria-label={texts.useLabel(name)}
          busy={isBusy(`port ${path}`)}
          disabled={hasJob}
          title={hasJob ? texts.busy : undefined}
          onClick={() => void choosePort(path, name)}
        >
          {texts.use}
        </Button>
      )}
    </div>
  );
}
