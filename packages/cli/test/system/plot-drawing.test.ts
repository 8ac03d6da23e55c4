import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '@stationery/client';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { comparePixels } from '../../../drawing/test/support/pixel-comparison.ts';
import { scatteredSvg, svgOf } from '../../../plotter/test/support/svg-drawings.ts';
import { startTestPlotter } from '../../../plotter/test/support/test-plotter.ts';
import { tracedPage } from '../../../plotter/test/support/traced-page.ts';
import { browserContext, chromiumProgram } from '../../../web/test/support/chromium.ts';
import { client, clientJson } from '../support/client.ts';
import { clientAtTerminal } from '../support/terminal.ts';

const content =
  '<rect width="100" height="100" stroke="#ff0000"/><circle cx="40" cy="60" r="25" stroke="#0000ff"/><path d="M0 0L100 100" stroke="#ff0000"/>';
const unreachable = { env: { PLOTTER_URL: 'http://127.0.0.1:8' } };

async function inFolder(svg = svgOf(content)) {
  const folder = await temporaryFolder();
  const files = {
    drawing: join(folder, 'flower.svg'),
    preview: join(folder, 'out.svg'),
    commands: join(folder, 'out.txt'),
  };
  await writeFile(files.drawing, svg);
  return files;
}

describe('stationery plot with a drawing', () => {
  it('plans without a service, with a preview, commands and figures', async () => {
    const { drawing, preview, commands } = await inFolder();
    const how = ['--paper', 'a4', '--margin', '10mm', '--fit', '--dry-run'];
    const ran = await client(
      ['plot', drawing, ...how, '--preview', preview, '--commands', commands],
      unreachable,
    );
    expect(ran).toMatchObject({
      code: 0,
      stderr: [
        'Can’t reach a plotter service: planned for the Stationery A3 plotter.',
        `The preview is in “${preview}”.`,
        `The commands are in “${commands}”.`,
        'Nothing was plotted (--dry-run).',
        '',
      ].join('\n'),
    });
    expect(ran.stdout).toMatch(
      /^paper {4}210 × 297 mm\nstrokes {2}2, .* m, 2 pens: #ff0000, #0000ff\ntravel .*\nlifts .*\ntime .* s\n$/,
    );
    expect(await readFile(preview, 'utf8')).toMatch(
      /^<svg .*width="210mm" height="297mm"[\s\S]*stroke="#0000ff"/,
    );
    const lines = (await readFile(commands, 'utf8')).trim().split('\n');
    expect(lines.slice(0, 2)).toEqual(['PENUP', '; pen 1 of 2: #ff0000']);

    const [landscape, oneLayer, sheet, placed] = await Promise.all([
      clientJson<{ paper: object; layers: object[] }>(
        ['plot', '--landscape', ...how, '--pens', 'one', drawing],
        unreachable,
      ),
      clientJson<{ layers: object[] }>(
        ['plot', drawing, ...how, '--layers', '2', '--rounds', '10'],
        unreachable,
      ),
      clientJson(
        ['plot', drawing, drawing, '--dry-run', '--keep-size', '--operations', 'arrange columns=1 gap=3mm'],
        unreachable,
      ),
      clientJson(
        ['plot', drawing, ...['--dry-run', '--paper', 'a4', '--place', '1@50,50*0.5/90', '--copies', '2x2']],
        unreachable,
      ),
    ]);
    expect(sheet).toMatchObject({
      paper: { widthMm: 100, heightMm: 203 },
      layers: [{ strokeCount: 2 }, { strokeCount: 2 }],
    });
    expect(placed).toMatchObject({
      paper: { widthMm: 210, heightMm: 297 },
      layers: [{ strokeCount: 4 }, { strokeCount: 4 }],
    });
    expect(landscape).toMatchObject({ paper: { widthMm: 297, heightMm: 210 }, layers: [{ strokeCount: 2 }] });
    expect(oneLayer.layers).toEqual([{ name: '#0000ff', colour: '#0000ff', strokeCount: 1 }]);
  });

  it.skipIf(!chromiumProgram.run)('plots the picture pen by pen, with a progress bar', async () => {
    const { board, url, ...plotter } = await startTestPlotter();
    const { drawing, preview } = await inFolder();
    const how = ['--paper', 'a5', '--portrait', '--margin', '14mm', '--fit', '--align', 'top'];
    const terminal = clientAtTerminal(['plot', drawing, ...how, '--preview', preview], {
      PLOTTER_URL: url,
    });
    for (const pen of ['pen 1 of 2: #ff0000. Press Enter', 'pen 2 of 2: #0000ff. Press Enter']) {
      await expect.poll(() => terminal.screen).toContain(pen);
      terminal.type('\r');
    }
    expect(await terminal.ended, terminal.screen).toBe(0);
    expect(terminal.screen).toContain('paper    148 × 210 mm');
    expect(terminal.screen).toMatch(/[█░]{24} +\d+ %/);
    expect(terminal.screen).toMatch(/“flower\.svg” is done: (\d+) of \1 commands/);
    const { jobs } = (await (await plotter.get('/jobs')).json()) as { jobs: Job[] };
    expect(jobs).toMatchObject([{ name: 'flower.svg', state: { state: 'done' }, failed: 0 }]);
    const listed = await client(['plot', 'jobs'], { env: { PLOTTER_URL: url } });
    expect(listed.stdout).toMatch(/flower\.svg +#ff0000, #0000ff\n$/);

    const page = await (await browserContext()).newPage();
    const sizeMm = { width: 148, height: 210 };
    const ours = tracedPage(board.drawing(), sizeMm);
    const original = `<svg xmlns="http://www.w3.org/2000/svg" width="148mm" height="210mm" viewBox="0 0 148 210"><g transform="translate(14 14) scale(1.2)" fill="none" stroke-width="0.25">${content}</g></svg>`;
    const foreseen = (await readFile(preview, 'utf8')).replace(/<rect[^>]*>/, '');
    for (const theirs of [original, foreseen]) {
      const { drawn, missing, extra } = await comparePixels(page, {
        theirs,
        ours,
        sizeMm,
        wantsPicture: false,
      });
      expect(drawn).toBeGreaterThan(1000);
      expect({ missing, extra }).toEqual({ missing: expect.closeTo(0, 2), extra: expect.closeTo(0, 2) });
    }
  });

  it('warns about white layers, which are drawn unless layers are chosen', async () => {
    const { drawing } = await inFolder(svgOf(`<rect width="100" height="100" fill="white"/>${content}`));
    const how = ['plot', drawing, '--dry-run', '--rounds', '0'];
    const [all, some] = await Promise.all([
      client(how, unreachable),
      client([...how, '--layers', '2,#0000ff'], unreachable),
    ]);
    expect(all.stdout).toContain('3 pens: #ffffff, #ff0000, #0000ff');
    expect(all.stderr).toMatch(/^note: Layers in white, .* background \(choose layers with --layers\)$/m);
    expect(some.stdout).toContain('2 pens: #ff0000, #0000ff');
    expect(some.stderr).not.toContain('white');
  });

  it('writes to standard output on request, and text to standard error', async () => {
    const { drawing, preview, commands } = await inFolder();
    const how = ['plot', drawing, '--dry-run', '--rounds', '0'];
    const [asFiles, picture, lines] = await Promise.all([
      client([...how, '--preview', preview, '--commands', commands], unreachable),
      client([...how, '--preview', '-'], unreachable),
      client([...how, '--commands', '-'], unreachable),
    ]);
    expect(picture).toMatchObject({ code: 0, stdout: await readFile(preview, 'utf8') });
    expect(picture.stderr).toContain(asFiles.stdout);
    expect(lines).toMatchObject({ code: 0, stdout: await readFile(commands, 'utf8') });
    expect(picture.stderr).toMatch(/\nNothing was plotted \(--dry-run\)\.\n$/);
    expect(picture.stderr).not.toContain('The preview is in');
    const asJson = await client([...how, '--preview', preview, '--json'], unreachable);
    expect(asJson.stderr).not.toMatch(/Nothing was plotted|The preview is in/);

    const { url, ...plotter } = await startTestPlotter();
    const plotted = await client(['plot', drawing, '--pens', 'one', '--preview', '-'], {
      env: { PLOTTER_URL: url },
    });
    expect(plotted).toMatchObject({ code: 0, stdout: expect.stringMatching(/^<svg [\s\S]*<\/svg>\n?$/) });
    expect(plotted.stderr).toContain('“flower.svg” is done');
    expect(plotted.stderr).not.toContain('Nothing was plotted');
    await plotter.expectState(1, 'done');
  });

  it('shows the progress of ordering the strokes, and can be ended with Ctrl+C', async () => {
    const { drawing } = await inFolder(scatteredSvg(2000));
    const terminal = clientAtTerminal(['plot', drawing, '--dry-run', '--think', '60s'], unreachable.env);
    await expect
      .poll(() => terminal.screen)
      .toMatch(/[█░]{24} +\d+ % {2}Ordering, \d+ s left: \d.* m pen-up travel/);
    terminal.type('\x03');
    expect(await terminal.ended).toBe(130);
  });

  it('asks for a new sheet if other jobs precede the job, unless it is for the same sheet', async () => {
    const { url, ...plotter } = await startTestPlotter();
    const first = await plotter.queue(['PENUP'], { pauses: [{ before: 0, reason: 'Rest' }] });
    await plotter.expectState(first.id, 'paused');
    const queued = (...more: string[]) =>
      clientJson<Job>(['plot', '-', '--pens', 'one', '--detach', ...more], {
        env: { PLOTTER_URL: url },
        input: svgOf(content),
      });
    expect(await queued('--same-sheet')).toMatchObject({ newSheet: false });
    const { id, newSheet } = await queued();
    expect(newSheet).toBe(true);
    await plotter.resume(first.id);
    const { state } = await plotter.expectState(id, 'paused');
    expect(state).toMatchObject({ next: 0, reason: 'Put a new sheet on the bed' });
  });

  it('plots text', async () => {
    const { url, ...plotter } = await startTestPlotter();
    const job = await clientJson<Job>(['plot', 'text', 'Hi\nMia', '--size', '5mm', '--detach'], {
      env: { PLOTTER_URL: url },
    });
    expect(job).toMatchObject({ name: 'Hi Mia' });
    await plotter.expectState(job.id, 'done');
    const wrong = await client(['plot', 'text', 'Hi', '--size', '5km', '--dry-run'], unreachable);
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--size: “5km” is not a length'),
    });
    const long = await client(
      ['plot', 'text', 'M'.repeat(10_000), '--size', '1000mm', '--dry-run'],
      unreachable,
    );
    expect(long).toMatchObject({ code: 2, stderr: expect.stringContaining('--size: The text is ') });
  });

  it('queues a drawing from standard input without waiting', async () => {
    const { url, ...plotter } = await startTestPlotter();
    const job = await clientJson<Job>(['plot', '-', '--pens', 'one', '--name', 'n', '--detach'], {
      env: { PLOTTER_URL: url },
      input: svgOf(content),
    });
    expect(job).toMatchObject({ name: 'n' });
    await plotter.expectState(job.id, 'done');
  });

  it('explains in a sentence why a drawing cannot be plotted', async () => {
    const { drawing } = await inFolder();
    const { drawing: empty } = await inFolder(svgOf('<image href="a.png" width="9" height="9"/>'));
    const { drawing: noSvg } = await inFolder('<html/>');
    const wrong: [string[], number, RegExp][] = [
      [
        [drawing, '--paper', 'a99', '--dry-run'],
        2,
        /--paper: unknown paper size “a99”.* Try: stationery plot drawing.svg --help/,
      ],
      [[drawing, '--margin', 'wide', '--dry-run'], 2, /--margin: “wide” is not a length/],
      [[drawing, '--fit', '--keep-size', '--dry-run'], 2, /--fit and --keep-size can’t be used together/],
      [[drawing, '--think', 'long', '--dry-run'], 2, /--think must be a time/],
      [[drawing, '--papr', 'a4'], 2, /did you mean “--paper”/],
      [[drawing, '--preview', '/nowhere/out.svg', '--dry-run'], 6, /there is no folder “\/nowhere”/],
      [[drawing, '--commands', '/', '--dry-run'], 1, /“\/” is a folder/],
      [[drawing, '--preview', '-', '--commands', '-'], 2, /can’t both go to standard output/],
      [[drawing, '--preview', '-', '--json'], 2, /--json and “-” can’t both/],
      [['missing.svg', '--dry-run'], 6, /there is no file “missing.svg”/],
      [[empty, '--dry-run'], 1, /there is nothing to plot in “.*flower.svg”. Pictures are not drawn/],
      [
        [drawing, '--offset', '9000mm,0', '--dry-run'],
        1,
        /nothing to plot in .* cut off at the edge of the paper/,
      ],
      [[noSvg, '--dry-run'], 1, /not an SVG/],
      [[drawing], 3, /Can’t reach/],
    ];
    const ended = await Promise.all(wrong.map(([args]) => client(['plot', ...args], unreachable)));
    for (const [index, { code, stderr }] of ended.entries()) {
      expect(stderr).toMatch(wrong[index]![2]);
      expect(code, stderr).toBe(wrong[index]![1]);
    }
  });
});
