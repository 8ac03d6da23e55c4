import { planFormatNames, planFormats } from '@stationery/contract/plan-formats';
import { readDrawing } from '@stationery/drawing';
import { expect, it } from 'vitest';
import { startTestPlotter } from './support/test-plotter.ts';

const hpgl = 'IN;SP1;PU0,0;PD800,0,800,400;SP2;PU200,200;PD400,200;PU;SP0;';

it('the service plans several drawings on one sheet, wherever they are in the request', async () => {
  const plotter = await startTestPlotter();
  const ask = (body: object) =>
    fetch(`${plotter.url}/api/plotter/plan`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="10mm" viewBox="0 0 30 10"><path d="M0 5h30" stroke="#f00"/></svg>';
  const options = {
    marginMm: 0,
    fit: 'none',
    order: false,
    operations: [{ kind: 'arrange', columns: 1, gapMm: 2 }],
  };
  const answer = await ask({ more: [svg, hpgl], options, include: ['strokes'], svg });
  expect(await answer.json()).toMatchObject({
    paper: { widthMm: 30, heightMm: 34 },
    layers: [
      {
        name: '#ff0000',
        strokes: [
          [0, 5, 30, 5],
          [0, 17, 30, 17],
        ],
      },
      { name: 'Pen 1', strokeCount: 1 },
      { name: 'Pen 2', strokeCount: 1 },
    ],
  });
  const places = [{ drawing: 1, xMm: 50, yMm: 20, rotate: 90 }];
  const placed = await ask({
    svg,
    more: [svg],
    include: ['strokes'],
    options: { paper: '100x50mm', operations: [{ kind: 'arrange', objects: places }] },
  });
  expect(await placed.json()).toMatchObject({ layers: [{ strokes: [[50, 5, 50, 35]] }] });
  const second = await ask({ svg, more: ['hello'] });
  expect(second.status).toBe(422);
  expect(await second.json()).toMatchObject({ detail: expect.stringMatching(/^Drawing 2: /) });
  expect((await ask({ svg, more: Array.from({ length: 20 }, () => svg) })).status).toBe(400);
});

it('the service plans HPGL and G-code files, and returns plans in every format', async () => {
  const plotter = await startTestPlotter();
  const send = (body: string, type: string, query: string) =>
    fetch(`${plotter.url}/api/plotter/plan?${query}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
  for (const format of planFormatNames) {
    const {
      mediaTypes: [mediaType],
      endings,
    } = planFormats[format];
    const answer = await send(hpgl, 'application/vnd.hp-hpgl', `margin=0mm&format=${format}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain(mediaType);
    expect(answer.headers.get('content-disposition')).toContain(`.${endings[0]}"`);
    const text = await answer.text();
    if (format === 'commands') expect(text).toContain('; pen 2 of 2: Pen 2 (#ff0000)\n');
    else expect(readDrawing(text).strokes).toHaveLength(2);
    if (!format.startsWith('gcode')) continue;
    const again = await send(text, 'text/x-gcode', 'margin=0mm&include=');
    expect(await again.json()).toMatchObject({ layers: [{ strokeCount: 1 }, { strokeCount: 1 }], notes: [] });
  }
  const inJson = await fetch(`${plotter.url}/api/plotter/plan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ svg: hpgl, format: 'hpgl' }),
  });
  expect(await inJson.text()).toMatch(/^IN;/);
  for (const query of ['format=dxf', 'format=hpgl&job=a']) {
    const refused = await send(hpgl, 'application/octet-stream', query);
    expect(refused.status, query).toBe(400);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('“format”') });
  }
});

/** A gray PNG of one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

it('the service draws a picture, and refuses a damaged one and a wrong style', async () => {
  const plotter = await startTestPlotter();
  const send = (body: Buffer, query: string) =>
    fetch(`${plotter.url}/api/plotter/plan?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(body),
    });
  const picture = Buffer.from(png, 'base64');
  const answer = await send(picture, 'style=halftone&points=100&pictureSize=20mm&inks=%23cc0000&include=');
  expect(await answer.json()).toMatchObject({
    paper: { widthMm: 20, heightMm: 20 },
    layers: [{ colour: '#cc0000', strokeCount: expect.any(Number) }],
  });
  expect(await (await send(picture.subarray(0, 40), '')).json()).toMatchObject({
    status: 422,
    detail: expect.stringContaining('This picture is damaged'),
  });
  expect(await (await send(picture, 'points=1')).json()).toMatchObject({ status: 400 });
});
