/** How files begin that are often taken for a drawing, or named like one. */
const beginnings: readonly [kind: string, pattern: RegExp][] = [
  ['PNG picture', /^\x89PNG/],
  ['JPEG picture', /^\xff\xd8\xff/],
  ['GIF picture', /^GIF8/],
  ['WebP picture', /^RIFF.{4}WEBP/s],
  ['TIFF picture', /^(II\*\0|MM\0\*)/],
  ['PDF', /^%PDF-/],
];

/** What a file is that cannot be plotted, for a person; undefined for all else. */
export function pictureKind(start: Uint8Array): string | undefined {
  const text = String.fromCharCode(...start.subarray(0, 16));
  return beginnings.find(([, pattern]) => pattern.test(text))?.[0];
}
