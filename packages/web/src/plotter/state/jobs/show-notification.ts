/** Held by every visible tab, and released when a tab is closed or crashes. */
const lock = 'stationery.plotter.visible';

/** Tells the other tabs that this one is visible. */
export async function followVisibility(): Promise<void> {
  // Pages loaded over HTTP from another computer have neither locks nor notifications.
  while ('locks' in navigator) {
    await until('visible');
    await navigator.locks.request(lock, { mode: 'shared' }, () => until('hidden'));
  }
}

function until(state: DocumentVisibilityState): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState !== state) return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    check();
  });
}

async function isAnyTabVisible(): Promise<boolean> {
  const { held } = await navigator.locks.query();
  return held?.some(({ name }) => name === lock) ?? false;
}

/** Does nothing while the page is visible in a tab. */
export async function showNotification(id: number, title: string, body: string): Promise<void> {
  if (await isAnyTabVisible()) return;
  // With the tag, several tabs show only one notification.
  const options = { body, tag: `stationery-job-${id}`, icon: 'icon-192.png' };
  try {
    const { serviceWorker } = navigator;
    await serviceWorker.register('notifications.js');
    await (await serviceWorker.ready).showNotification(title, options);
  } catch {
    // Desktop browsers also show notifications without a service worker, for example in a private window.
    const notification = new Notification(title, options);
    notification.addEventListener('click', () => window.focus());
  }
}
