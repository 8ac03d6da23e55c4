/** Returns the path as routes see it: without origin, query and escapes. `/%61pi` is `/api`. */
export function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
