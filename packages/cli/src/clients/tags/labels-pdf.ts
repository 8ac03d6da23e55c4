import type { LabelSheet } from '@stationery/drawing';

export interface JpegPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
  components: number;
}

const pointsPerMm = 72 / 25.4;
const colourSpaces: Record<number, string> = { 1: 'DeviceGray', 3: 'DeviceRGB' };

/** Returns a PDF with one page per sheet. Titles are drawn as lines, so that no font is needed. */
export function labelsPdf(
  sheets: readonly LabelSheet[],
  paper: { width: number; height: number },
  pictures: ReadonlyMap<number, JpegPicture>,
): Buffer {
  const objects: Buffer[] = [];
  const add = (content: string | Buffer) => objects.push(Buffer.from(content));
  const stream = (about: string, bytes: Uint8Array) =>
    Buffer.concat([
      Buffer.from(`<< ${about} /Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ]);
  // Reserve the numbers of two objects, the catalogue and the page list, because they refer to objects added later.
  add('');
  add('');
  const images = new Map<JpegPicture, number>();
  for (const picture of new Set(pictures.values())) {
    const { bytes, width, height, components } = picture;
    const about = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /${colourSpaces[components]} /BitsPerComponent 8 /Filter /DCTDecode`;
    images.set(picture, add(stream(about, bytes)));
  }
  const mm = (value: number) => (value * pointsPerMm).toFixed(2);
  const y = (value: number) => mm(paper.height - value);
  const pages = sheets.map(({ outlines, letters, pictures: rooms }) => {
    const path = (line: readonly number[]) =>
      `${line.map((value, at) => (at % 2 === 0 ? mm(value) : `${y(value)} ${at === 1 ? 'm' : 'l'}`)).join(' ')} S`;
    const placed = [...rooms].flatMap(([label, room]) => {
      const picture = pictures.get(label);
      if (picture === undefined) return [];
      const scale = Math.min(room.width / picture.width, room.height / picture.height);
      const [width, height] = [picture.width * scale, picture.height * scale];
      const left = room.x + (room.width - width) / 2;
      const bottom = room.y + (room.height + height) / 2;
      return [
        `q ${mm(width)} 0 0 ${mm(height)} ${mm(left)} ${y(bottom)} cm /Image${images.get(picture)} Do Q`,
      ];
    });
    const content = [
      '1 J 1 j 0.6 G 0.3 w',
      ...outlines.map(path),
      ...placed,
      '0 G 0.9 w',
      ...letters.map(path),
    ].join('\n');
    const contents = add(stream('', Buffer.from(content)));
    const named = [...images.values()].map((image) => `/Image${image} ${image} 0 R`).join(' ');
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${mm(paper.width)} ${mm(paper.height)}] /Resources << /XObject << ${named} >> >> /Contents ${contents} 0 R >>`,
    );
  });
  objects[0] = Buffer.from('<< /Type /Catalog /Pages 2 0 R >>');
  objects[1] = Buffer.from(
    `<< /Type /Pages /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] /Count ${pages.length} >>`,
  );
  return assemble(objects);
}

function assemble(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')];
  let length = parts[0]!.length;
  const offsets = objects.map((content, at) => {
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), content, Buffer.from('\nendobj\n')]);
    const offset = length;
    parts.push(part);
    length += part.length;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Returns undefined for CMYK pictures and for files that are not JPEG. */
export function readJpeg(bytes: Uint8Array): JpegPicture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 10 <= bytes.length; ) {
    const marker = view.getUint16(at);
    if (marker < 0xffc0) return undefined;
    const isFrame = marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      const components = bytes[at + 9]!;
      if (width === 0 || height === 0 || colourSpaces[components] === undefined) return undefined;
      return { bytes, width, height, components };
    }
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}
