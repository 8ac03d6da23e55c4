import { render } from 'preact';
import { stationTexts } from '../texts/station.ts';
import { ConnectionMark, Shell } from '../ui/index.ts';

render(
  <Shell
    kind={stationTexts.kind}
    title={<h1>{stationTexts.kind}</h1>}
    status={<ConnectionMark state="connecting" />}
  >
    {null}
  </Shell>,
  document.getElementById('page')!,
);
