import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparePixels } from '../../../drawing/test/support/pixel-comparison.ts';
import { chromiumProgram, sharedChromium } from '../../../web/test/support/chromium.ts';
import type { DrawingPlan } from '../../src/plan/plan-messages.ts';
import { svgOf } from '../support/svg-drawings.ts';
import { startTestPlotter } from '../support/test-plotter.ts';
import { tracedPage } from '../support/traced-page.ts';

const corpus = join(import.meta.dirname, '../../../drawing/test/corpus');
const asItIs = { marginMm: 0, fit: 'none', align: 'top-left' };

describe.skipIf(!chromiumProgram.run)('the plot of a drawing on the virtual plotter', () => {
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    context = await (await sharedChromium()).newContext();
    page = await context.newPage();
  });
  afterAll(() => context.close());

  /** Sends the drawing, confirms pen changes and returns the final sheet. */
  async function plotted(svg: string, options: object): Promise<{ plan: DrawingPlan; trace: string }> {
    const { board, ...plotter } = await startTestPlotter();
    const answer = await plotter.send('POST', '/plan', { svg, options, job: {} });
    expect(answer.status).toBe(202);
    const plan = (await answer.json()) as DrawingPlan;
    for (const { reason } of plan.pauses ?? []) {
      await expect.poll(async () => (await plotter.job(plan.job!.id)).state).toMatchObject({ reason });
      await plotter.post(`/jobs/${plan.job!.id}/resume`);
    }
    await plotter.expectState(plan.job!.id, 'done');
    return { plan, trace: board.drawing() };
  }

  it.each(['clip-nested.svg', 'inkscape.svg', 'spirograph.svg', 'transform-nested.svg'])(
    'gives the same picture: %s',
    async (name) => {
      const svg = readFileSync(join(corpus, name), 'utf8');
      const { plan, trace } = await plotted(svg, asItIs);
      const sizeMm = { width: plan.paper.widthMm, height: plan.paper.heightMm };
      const ours = tracedPage(trace, sizeMm);
      const { drawn, missing, extra } = await comparePixels(page, {
        theirs: svg,
        ours,
        sizeMm,
        wantsPicture: false,
      });
      expect(drawn).toBeGreaterThan(1000);
      expect({ missing, extra }).toEqual({ missing: expect.closeTo(0, 2), extra: expect.closeTo(0, 2) });
    },
  );

  it('is placed on the paper as requested', async () => {
    const content =
      '<rect width="100" height="50" stroke="#000"/><path d="M0 0L100 50" stroke="#f00"/><circle cx="30" cy="20" r="15" stroke="#00f"/>';
    const drawing = svgOf(content);
    const { trace } = await plotted(drawing, {
      paper: 'a4',
      orientation: 'portrait',
      marginMm: 10,
      fit: 'drawing',
      align: 'top',
    });
    const sizeMm = { width: 210, height: 297 };
    const theirs = `<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297"><g transform="translate(10 10) scale(1.9)" fill="none" stroke-width="0.15">${content}</g></svg>`;
    const { drawn, missing, extra } = await comparePixels(page, {
      theirs,
      ours: tracedPage(trace, sizeMm),
      sizeMm,
      wantsPicture: false,
    });
    expect(drawn).toBeGreaterThan(1000);
    expect({ missing, extra }).toEqual({ missing: expect.closeTo(0, 2), extra: expect.closeTo(0, 2) });
  });
});
