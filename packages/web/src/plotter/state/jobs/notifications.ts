import { effect, signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { loadText, saveText } from '../../../ui/storage.ts';
import { jobs } from '../store.ts';
import { newNotices } from './notices.ts';

/** Notifications of the browser when a plot has ended or needs somebody. */

const texts = plotterTexts.notifications;
const key = 'stationery.plotter.notifications';

/** Whether this browser can show any: it does so only for pages that came over https or from this computer. */
export const canNotify = () => typeof Notification !== 'undefined' && window.isSecureContext;

/** Somebody switched them on, and the browser allows them. */
export const areNotificationsOn = signal(false);

/** Asks the browser for them, or switches them off. */
export async function switchNotifications(isOn: boolean): Promise<void> {
  const isAllowed = isOn && (await Notification.requestPermission()) === 'granted';
  areNotificationsOn.value = isAllowed;
  saveText(key, isAllowed ? 'on' : 'off');
  if (isOn) showToast({ message: isAllowed ? texts.switchedOn : texts.denied });
}

/** Shows them while the page is in the background. Gives the way to end this. */
export function followNotifications(): () => void {
  areNotificationsOn.value = loadText(key) === 'on' && canNotify() && Notification.permission === 'granted';
  let before: readonly Job[] | undefined;
  return effect(() => {
    const now = jobs.value;
    if (now === undefined) return;
    const notices = newNotices(before, now);
    before = now;
    if (!areNotificationsOn.peek() || document.visibilityState === 'visible') return;
    for (const { id, text } of notices) show(id, text);
  });
}

function show(id: number, text: string): void {
  try {
    // The tag makes several tabs show one notification.
    const notification = new Notification(plotterTexts.title, { body: text, tag: `stationery-job-${id}` });
    notification.addEventListener('click', () => window.focus());
  } catch {
    // Android shows them only for pages with a service worker. The title of the tab still says it.
  }
}
