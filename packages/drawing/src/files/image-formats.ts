/** How files with pixels begin. */
const signatures: readonly (readonly [format: string, pattern: RegExp])[] = [
  ['PNG', /^\x89PNG/],
  ['JPEG', /^\xff\xd8\xff/],
  ['GIF', /^GIF8[79]a/],
  ['WebP', /^RIFF.{4}WEBP/s],
  ['TIFF', /^(II\*\0|MM\0\*)/],
  ['HEIC', /^.{4}ftyp(hei[cfmsx]|hev[cx]|mif1|msf1)/s],
  ['AVIF', /^.{4}ftypavi[fs]/s],
  // The size of the file, four bytes that are always 0, and where the pixels begin: less than 64 KiB after the start.
  ['BMP', /^BM.{4}\0{4}.{2}\0\0/s],
];

export function imageFormatOf(start: Uint8Array): string | undefined {
  const text = String.fromCharCode(...start.subarray(0, 24));
  return signatures.find(([, pattern]) => pattern.test(text))?.[0];
}
