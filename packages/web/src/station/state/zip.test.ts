import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { ZipArchive } from './zip.ts';

it('ZipArchive writes a directory of all files, with names in UTF-8, checksums and positions', async () => {
  const contents = { 'Märchen/Räuber.txt': 'x'.repeat(300_000), 'leer.txt': '' };
  const zip = new ZipArchive();
  for (const [name, content] of Object.entries(contents)) await zip.add(name, new Blob([content]));
  const bytes = Buffer.from(await zip.finish().arrayBuffer());
  const end = bytes.subarray(-22);
  expect(end.readUInt32LE(0)).toBe(0x06054b50);
  expect(end.readUInt16LE(10)).toBe(2);
  let at = end.readUInt32LE(16);
  for (const [name, content] of Object.entries(contents)) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    expect(bytes.readUInt32LE(at + 16)).toBe(crc32(content));
    expect(bytes.readUInt32LE(at + 24)).toBe(content.length);
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    expect(bytes.readUInt32LE(local)).toBe(0x04034b50);
    expect(bytes.toString('utf8', local + 30, local + 30 + nameLength)).toBe(name);
    const from = local + 30 + nameLength;
    expect(bytes.toString('utf8', from, from + content.length)).toBe(content);
    at += 46 + nameLength;
  }
  expect(at).toBe(bytes.length - 22);
});
