// Formats the CPU cost of a page as a table row.

/** A desktop and a phone. */
export const windows = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

export const tableHead = '| | processor time | longest task | tasks over 50 ms |\n|---|---|---|---|';

/** Measures tasks of the page's main thread during an action. */
export async function measureTasks(browser, page, title, act) {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await act();
  const tasks = tasksOf(JSON.parse((await browser.stopTracing()).toString()).traceEvents);
  const sum = tasks.reduce((whole, ms) => whole + ms, 0);
  const felt = tasks.filter((ms) => ms > 50).length;
  console.log(`| ${title} | ${sum.toFixed(0)} ms | ${Math.max(...tasks).toFixed(0)} ms | ${felt} |`);
}

export function frames(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Waits until the page is idle. */
export function settle(page) {
  return page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 300))));
}

/** Turns the wheel over the page, and waits for two frames after each step. */
export async function wheel(page, steps, pixels) {
  await page.mouse.move(200, 500);
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, pixels);
    await frames(page);
  }
  await settle(page);
}

/** Returns the CPU time of each task of the page's main thread. */
function tasksOf(events) {
  const isOf = (thread) => (event) => event.pid === thread.pid && event.tid === thread.tid;
  const main = events.find(
    (event) =>
      event.args?.name === 'CrRendererMain' &&
      events.some((other) => other.name === 'UpdateLayoutTree' && isOf(event)(other)),
  );
  return events
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && isOf(main)(event))
    .map(({ tdur = 0 }) => tdur / 1000);
}
