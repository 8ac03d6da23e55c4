import { isAnyTabVisible } from './visible-tabs.ts';

export { followVisibility } from './visible-tabs.ts';

/** Shows a notification about a job, unless somebody looks at the page in any tab. */
export async function showNotification(id: number, title: string, body: string): Promise<void> {
  if (await isAnyTabVisible()) return;
  // The tag makes several tabs show one notification.
  const options = { body, tag: `stationery-job-${id}`, icon: '/icon-192.png' };
  try {
    const { serviceWorker } = navigator;
    await serviceWorker.register('/notifications.js');
    await (await serviceWorker.ready).showNotification(title, options);
  } catch {
    // Browsers of desktops show them also where there is no service worker, as in a private window.
    const notification = new Notification(title, options);
    notification.addEventListener('click', () => window.focus());
  }
}
