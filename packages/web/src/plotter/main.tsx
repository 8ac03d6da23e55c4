import { render } from 'preact';
import { plotterTexts } from '../texts/plotter.ts';
import { ConnectionMark, Shell } from '../ui/index.ts';

render(
  <Shell
    kind={plotterTexts.kind}
    title={<h1>{plotterTexts.title}</h1>}
    status={<ConnectionMark state="connecting" />}
  >
    {null}
  </Shell>,
  document.getElementById('page')!,
);
