/** The lock that every tab holds while it is seen. A tab that is closed or crashes gives it back. */
const lock = 'stationery.plotter.visible';

/** Lets the other tabs of this page know whether somebody looks at this one, for as long as it is open. */
export async function followVisibility(): Promise<void> {
  // A page that came over http from another computer has no locks, and shows no notifications.
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

export async function isAnyTabVisible(): Promise<boolean> {
  const { held } = await navigator.locks.query();
  return held?.some(({ name }) => name === lock) ?? false;
}
