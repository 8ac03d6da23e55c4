/** A file name has at most 255 bytes, and normalising shortens text to a third at most. */
const maxBytes = 3 * 255;

/** Leaves text too long for a file name, because long runs of combining marks take quadratic time. */
export function normalizedName(text: string): string {
  return Buffer.byteLength(text) > maxBytes ? text : text.normalize('NFC');
}
