// Waiting times for a photo, on the plotter page and in the service.
import { readFileSync } from 'node:fs';

/** Returns the time to decode a photo in the browser, the least that any page needs. */
export async function decodingMs(browser, path) {
  const page = await browser.newPage();
  await page.setContent('<input type="file">');
  await page.setInputFiles('input', path);
  const ms = await page.evaluate(async () => {
    const startedAtMs = performance.now();
    const image = await createImageBitmap(document.querySelector('input').files[0]);
    const context = new OffscreenCanvas(1024, 768).getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0, 1024, 768);
    context.getImageData(0, 0, 1024, 768);
    return performance.now() - startedAtMs;
  });
  await page.close();
  return ms;
}

/** Places a photo as a user does, with the “Detail” setting at about 20,000 points. */
export async function placePhoto(browser, url, path) {
  const page = await browser.newPage();
  await page.goto(url);
  const choose = page.locator('input[accept="image/*"]');
  await choose.waitFor({ state: 'attached' });
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.evaluate(watch);
  await choose.setInputFiles(path);
  const figures = page.getByText(/[\d,]+ strokes, \d+ × \d+ mm/);
  await figures.waitFor();
  const previewMs = await page.evaluate(() => globalThis.shownAtMs - globalThis.chosenAtMs);
  const timed = async (act, seen) => {
    const startedAtMs = performance.now();
    await act();
    await seen.waitFor();
    return performance.now() - startedAtMs;
  };
  const detail = page.getByLabel('Detail');
  const stippleMs = await timed(() => detail.fill('77'), page.getByText(/^20,000 strokes, /));
  const open = page.getByRole('button', { name: 'Open', exact: true });
  const planMs = await timed(() => open.click(), page.getByText(/^20,000 lines, /));
  const longestTaskMs = await page.evaluate(() => globalThis.longestTaskMs);
  await page.close();
  return { previewMs, stippleMs, planMs, longestTaskMs };
}

/** Records the longest task. Runs in the page; browsers do not report tasks under 50 ms. */
function watch() {
  globalThis.longestTaskMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      globalThis.longestTaskMs = Math.max(globalThis.longestTaskMs, duration);
  }).observe({ entryTypes: ['longtask'] });
  const look = () => {
    if (document.querySelector('.picture-preview canvas:not([hidden])') === null) requestAnimationFrame(look);
    else globalThis.shownAtMs = performance.now();
  };
  document.addEventListener(
    'change',
    () => {
      globalThis.chosenAtMs = performance.now();
      look();
    },
    { capture: true, once: true },
  );
}

/** Plans the photo in the service, and measures how fast the service answers other requests meanwhile. */
export async function planInService({ url }, path) {
  let isPlanning = true;
  let longestAnswerMs = 0;
  const ask = async () => {
    while (isPlanning) {
      const startedAtMs = performance.now();
      await (await fetch(`${url}/api/plotter/health`)).json();
      longestAnswerMs = Math.max(longestAnswerMs, performance.now() - startedAtMs);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const asking = ask();
  const startedAtMs = performance.now();
  const answer = await fetch(`${url}/api/plotter/plan?style=stipple&points=20000&include=`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg' },
    body: readFileSync(path),
  });
  await answer.json();
  const planMs = performance.now() - startedAtMs;
  isPlanning = false;
  await asking;
  return { planMs, longestAnswerMs };
}
