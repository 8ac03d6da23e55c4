/** The API defines a version as `xx.xx.xx`. */
export function isFirmwareVersion(text: unknown): text is string {
  return typeof text === 'string' && /^\d{1,2}\.\d{1,2}\.\d{1,2}$/.test(text);
}

/** Returns a negative number if `a` is older. */
export function compareVersions(a: string, b: string): number {
  const weight = (version: string) =>
    version
      .split(/[.-]/)
      .slice(0, 3)
      .reduce((sum, part) => sum * 100 + Number(part), 0);
  return weight(a) - weight(b);
}
