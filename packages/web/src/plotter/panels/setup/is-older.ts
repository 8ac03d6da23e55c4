export function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const differs = one.findIndex((part, at) => part !== other[at]);
  return differs >= 0 && one[differs]! < (other[differs] ?? 0);
}
