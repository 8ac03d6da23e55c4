/**
 * Names in the card's folder that are no files of anybody: hidden ones, and what an accident leaves. On FAT a
 * temporary file of an upload (`.stationery-upload-…`) has a short name too, `STATIO~1`, or `ST4F2A~1` when there are
 * many; when the long name is lost in a power cut, the short one is what remains. `FSCK0000.REC` is made by fsck of
 * pieces that belong to no file.
 */
export function isUnlisted(name: string): boolean {
  return name.startsWith('.') || isLeftoverName(name);
}

export function isLeftoverName(name: string): boolean {
  return /^(?:STATIO~\d|ST[\dA-F]{4}~\d|FSCK\d{4}\.REC)$/i.test(name);
}
