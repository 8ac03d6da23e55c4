const syncSafe = (size: number) =>
  Buffer.from([size >> 21, size >> 14, size >> 7, size].map((byte) => byte & 0x7f));

/** Returns an MP3 file of an ID3v2.4 tag and two silent frames. */
export function taggedMp3(frames: Record<string, Buffer>): Buffer {
  const content = Object.entries(frames).map(([name, value]) =>
    Buffer.concat([Buffer.from(name), syncSafe(value.length), Buffer.alloc(2), value]),
  );
  const body = Buffer.concat(content);
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9000);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), syncSafe(body.length), body, frame, frame]);
}

export const textFrame = (words: string) => Buffer.concat([Buffer.from([3]), Buffer.from(words)]);
export const pictureFrame = (bytes: Buffer, type = 'image/png') =>
  Buffer.concat([Buffer.from(`\0${type}\0\x03\0`, 'latin1'), bytes]);
