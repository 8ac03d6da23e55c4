import type { SerialPort } from '@stationery/client';
import { useEffect, useState } from 'preact/hooks';
import { explain } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { status } from '../../state/store.ts';

const texts = plotterTexts.ports;

/** Which ports there are, and how to use another: the service keeps to the one it was started with. */
export function PortsDialog({ onClose }: { onClose: () => void }) {
  const [ports, setPorts] = useState<readonly SerialPort[] | string | undefined>(undefined);
  const look = () => {
    setPorts(undefined);
    plotter.ports().then(setPorts, (error: unknown) => setPorts(explain(error)));
  };
  useEffect(look, []);
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      actions={
        <>
          <StopButton />
          <Button icon="retry" onClick={look}>
            {texts.again}
          </Button>
        </>
      }
    >
      <div class="ports" aria-live="polite">
        {ports === undefined && <p class="soft">{texts.loading}</p>}
        {typeof ports === 'string' && <p>{ports}</p>}
        {Array.isArray(ports) && ports.length === 0 && <p>{texts.none}</p>}
        {Array.isArray(ports) && ports.map((port) => <Port key={port.path} port={port} />)}
      </div>
    </Dialog>
  );
}

function Port({ port: { path, manufacturer, serialNumber } }: { port: SerialPort }) {
  const isUsed = status.value?.portPath === path;
  const facts = [manufacturer, serialNumber].filter((fact) => fact !== undefined).join(' · ');
  return (
    <div class="port">
      <p>
        <strong>{path}</strong> {isUsed && <span class="soft">({texts.used})</span>}
      </p>
      {facts !== '' && <p class="soft small">{facts}</p>}
      {!isUsed && (
        <p class="small">
          {texts.how}
          <code class="port-command">{texts.example(path)}</code>
        </p>
      )}
    </div>
  );
}
