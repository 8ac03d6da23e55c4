import { effect, signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { loadText, saveText } from '../../../ui/storage.ts';
import { currentJob, interruptedJob, jobs, machine } from '../store.ts';
import { newNotices, tabTitle } from './notices.ts';

const texts = plotterTexts.notifications;
const key = 'stationery.plotter.notifications';

/** Notifications require HTTPS or a page from this computer. */
export const canNotify = () => typeof Notification !== 'undefined' && window.isSecureContext;

export const areNotificationsOn = signal(false);

/** Asks the browser for permission to switch notifications on. */
export async function switchNotifications(isOn: boolean): Promise<void> {
  const isAllowed = isOn && (await Notification.requestPermission()) === 'granted';
  areNotificationsOn.value = isAllowed;
  saveText(key, isAllowed ? 'on' : 'off');
  if (isOn) showToast({ message: isAllowed ? texts.switchedOn : texts.denied });
}

/** Shows notifications while the page is not visible. */
export function followNotifications(): void {
  if (!canNotify()) return;
  areNotificationsOn.value = loadText(key) === 'on' && Notification.permission === 'granted';
  // Loaded on demand, because few users switch notifications on.
  const showing = import('./show-notification.ts');
  void showing.then(({ followVisibility }) => followVisibility());
  let before: readonly Job[] | undefined;
  effect(() => {
    const now = jobs.value;
    if (now === undefined) return;
    const notices = newNotices(before, now);
    before = now;
    if (!areNotificationsOn.peek()) return;
    for (const { id, text } of notices) {
      void showing
        .then(({ showNotification }) => showNotification(id, plotterTexts.title, text))
        // Some phones show no notifications. The tab title still changes.
        .catch(() => undefined);
    }
  });
}

export function followTabTitle(): void {
  effect(() => {
    const name = machine.value?.name ?? plotterTexts.title;
    document.title = tabTitle(currentJob.value, interruptedJob.value, name);
  });
}
