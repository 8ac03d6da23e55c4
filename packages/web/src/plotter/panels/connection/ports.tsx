import type { SerialPort } from '@stationery/client';
import { useEffect, useState } from 'preact/hooks';
import { explain } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Button } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { status } from '../../state/store.ts';

const texts = plotterTexts.ports;

/** Which ports there are, and how to use another: the service keeps to the one it was started with. */
export function Ports() {
  const [ports, setPorts] = useState<readonly SerialPort[] | string | undefined>(undefined);
  const look = () => {
    setPorts(undefined);
    plotter.ports().then(setPorts, (error: unknown) => setPorts(explain(error)));
  };
  useEffect(look, []);
  return (
    <section class="ports" aria-live="polite">
      <div class="ports-head">
        <h3 class="ports-title">{texts.title}</h3>
        <Button kind="quiet" icon="retry" onClick={look}>
          {texts.again}
        </Button>
      </div>
      {ports === undefined && <p class="soft">{texts.loading}</p>}
      {typeof ports === 'string' && <p>{ports}</p>}
      {Array.isArray(ports) && ports.length === 0 && <p class="soft small">{texts.none}</p>}
      {Array.isArray(ports) && ports.map((port) => <Port key={port.path} port={port} />)}
    </section>
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
