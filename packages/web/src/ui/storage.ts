// Text that the browser stores between visits. The page also works if storage is not available.

/** Declared here because tests in Node read this file too. */
declare const localStorage: {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
};

export function loadText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function saveText(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage, the value lasts until the page is closed.
  }
}
