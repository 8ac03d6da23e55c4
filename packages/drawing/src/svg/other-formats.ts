/** How files of other kinds begin that people take for drawings, and what those are called. */
const beginnings: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a GIF picture', [0x47, 0x49, 0x46, 0x38]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
];

/** What a file is by its first bytes, where it is surely no text. */
export function otherFormat(file: Uint8Array): string | undefined {
  return beginnings.find(([, bytes]) => bytes.every((byte, at) => file[at] === byte))?.[0];
}
