export const windows = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

export const tableHead = '| | processor time | longest task | tasks over 50 ms |\n|---|---|---|---|';

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

export function settle(page) {
  return page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 300))));
}

/** Turns the wheel, and waits for two frames after each step. */
export async function wheel(page, steps, pixels) {
  await page.mouse.move(200, 500);
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, pixels);
    await frames(page);
  }
  await settle(page);
}

const taskNames = ['ThreadControllerImpl::RunTask', 'BlinkScheduler_PerformMicrotaskCheckpoint'];

/** Returns the tasks of the busiest main thread, because an earlier blank page may have a main thread, too. */
function tasksOf(events) {
  const threads = new Map();
  for (const { name, args, pid, tid } of events)
    if (name === 'thread_name' && args.name === 'CrRendererMain')
      threads.set(`${pid}/${tid}`, { endUs: 0, tasks: [] });
  const isTask = ({ name, dur }) => taskNames.includes(name) && dur !== undefined;
  for (const { pid, tid, ts, dur, tdur = 0 } of events
    .filter(isTask)
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    const thread = threads.get(`${pid}/${tid}`);
    if (thread === undefined || ts < thread.endUs) continue;
    thread.endUs = ts + dur;
    thread.tasks.push(tdur / 1000);
  }
  const sum = ({ tasks }) => tasks.reduce((whole, ms) => whole + ms, 0);
  return [...threads.values()].reduce((most, each) => (sum(each) > sum(most) ? each : most)).tasks;
}
