/** How files begin that are often taken for a drawing, or named like one. */
const beginnings: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['PNG picture', /^\x89PNG/],
  ['JPEG picture', /^\xff\xd8\xff/],
  ['GIF picture', /^GIF8/],
  ['WebP picture', /^RIFF.{4}WEBP/s],
  ['TIFF picture', /^(II\*\0|MM\0\*)/],
  ['PDF', /^%PDF-/],
  ['ZIP archive', /^PK\x03\x04/],
];

/** What a file is by its first bytes, for a person, where it is none that can be plotted. */
export function otherFormat(file: Uint8Array): string | undefined {
  const text = String.fromCharCode(...file.subarray(0, 16));
  return beginnings.find(([, pattern]) => pattern.test(text))?.[0];
}
