/** Lock that every visible tab holds. A tab that is closed or crashes releases it. */
const lock = 'stationery.plotter.visible';

/** Tells the other tabs of this page whether this one is visible. */
export async function followVisibility(): Promise<void> {
  // Pages loaded over HTTP from another computer have no locks, and show no notifications.
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

/** Shows a notification about a job, unless the page is visible in a tab. */
export async function showNotification(id: number, title: string, body: string): Promise<void> {
  if (await isAnyTabVisible()) return;
  // The tag makes several tabs show one notification.
  const options = { body, tag: `stationery-job-${id}`, icon: 'icon-192.png' };
  try {
    const { serviceWorker } = navigator;
    await serviceWorker.register('notifications.js');
    await (await serviceWorker.ready).showNotification(title, options);
  } catch {
    // Desktop browsers show notifications without a service worker, too, such as in a private window.
    const notification = new Notification(title, options);
    notification.addEventListener('click', () => window.focus());
  }
}
