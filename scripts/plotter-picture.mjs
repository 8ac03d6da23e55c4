// The picture of the plotter page for `npm run pictures`: a rosette that is half drawn.
import { join } from 'node:path';
import { startProgram } from '../bench/lib/harness.mjs';
import { root } from './prepare.mjs';

const stepsPerMm = 80;
const centre = { x: 210, y: 148.5 };

export async function takePlotterPicture({ browser, folder, createPlotterClient }) {
  const plotter = await startProgram('packages/cli/bin/stationery.mjs', ['plotter'], {
    PLOTTER_DATA_DIR: join(folder, 'plotter'),
    PLOTTER_HTTP_PORT: '0',
    PLOTTER_LOG_LEVEL: 'error',
    PLOTTER_SIM_SPEED: '20',
  });
  try {
    const client = createPlotterClient({ baseUrl: plotter.url });
    const page = await browser.newPage({ viewport: { width: 1280, height: 980 }, deviceScaleFactor: 1.5 });
    await page.goto(plotter.url);
    await page.getByText('Connected', { exact: true }).waitFor();
    const first = await client.queueJob({ script: rosette(5).join('\n'), name: 'Small rosette' });
    await client.jobs.wait(first.id);
    const { id } = await client.queueJob({ script: rosette(36).join('\n'), name: 'Rosette' });
    for await (const { name, data } of client.events()) {
      if (name === 'job' && data.id === id && data.completed > 0.55 * data.total) break;
    }
    await page.screenshot({ path: join(root, 'docs/pictures/plotter.png') });
    await page.close();
  } finally {
    await plotter.stop();
  }
}

/** Circles whose centres lie on a circle. */
function rosette(petals) {
  const lines = ['PENUP'];
  for (let petal = 0; petal < petals; petal++) {
    const turn = (petal / petals) * 2 * Math.PI;
    for (let part = 0; part <= 60; part++) {
      const angle = (part / 60) * 2 * Math.PI;
      const x = centre.x + 58 * Math.cos(turn) + 66 * Math.cos(angle);
      const y = centre.y + 58 * Math.sin(turn) + 66 * Math.sin(angle);
      lines.push(`MOVE X${Math.round(x * stepsPerMm)} Y${Math.round(y * stepsPerMm)}`);
      if (part === 0) lines.push('PENDOWN');
    }
    lines.push('PENUP');
  }
  return [...lines, 'HOME'];
}
