// Failures are ignored, because the page also works without storage.

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
  } catch {}
}
