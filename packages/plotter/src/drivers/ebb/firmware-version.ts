export type FirmwareVersion = readonly [number, number, number];

/** `EBBv13_and_above EB Firmware Version 2.8.1`, preceded by `V,` in the future syntax. */
export function firmwareVersionIn(line: string): FirmwareVersion | undefined {
  const match = /^(?:V,)?EBB\S{0,40} EB Firmware Version (\d{1,4})\.(\d{1,4})\.(\d{1,4})/.exec(line);
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3])];
}

export function versionOf(text: string): FirmwareVersion {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map(Number);
  return [major, minor, patch];
}

export function isAtLeast(version: FirmwareVersion, wanted: FirmwareVersion): boolean {
  for (const [at, number] of wanted.entries()) {
    if (version[at] !== number) return version[at]! > number;
  }
  return true;
}
