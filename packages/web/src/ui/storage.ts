/** Small things that this browser keeps between two visits. One that refuses to keep anything must still show the page. */

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
    // Then it holds until the page is left.
  }
}
