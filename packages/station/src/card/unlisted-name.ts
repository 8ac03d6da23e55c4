/**
 * Names that are not listed: hidden files and remains of accidents. On FAT a temporary file
 * (`.stationery-upload-…`) also has a short name, `STATIO~1`, or `ST4F2A~1` with many files, which
 * remains if a power cut loses the long name. fsck creates `FSCK0000.REC` from lost clusters.
 */
export function isUnlisted(name: string): boolean {
  return name.startsWith('.') || isLeftoverName(name);
}

export function isLeftoverName(name: string): boolean {
  return /^(?:STATIO~\d|ST[\dA-F]{4}~\d|FSCK\d{4}\.REC)$/i.test(name);
}
