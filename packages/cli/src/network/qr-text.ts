import { encode } from 'uqr';

/** As the standard requires; some phones find no code without it. */
const quietZone = 4;

/**
 * A QR code in half blocks, two rows per line, so that modules are square. With colour it is black on white
 * in any terminal; without, foreground on background.
 */
export function qrText(content: string, colour: boolean): string {
  const { size, data } = encode(content, { ecc: 'M', border: quietZone });
  const dark = (row: number, column: number) => data[row]?.[column] === true;
  const lines = Array.from({ length: Math.ceil(size / 2) }, (_, line) =>
    Array.from({ length: size }, (__, column) => {
      const [upper, lower] = [dark(2 * line, column), dark(2 * line + 1, column)];
      return upper ? (lower ? '█' : '▀') : lower ? '▄' : ' ';
    }).join(''),
  );
  return lines.map((line) => (colour ? `\x1b[38;5;16;48;5;231m${line}\x1b[0m\n` : `${line}\n`)).join('');
}
