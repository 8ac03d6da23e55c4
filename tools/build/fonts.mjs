// Writes single-line fonts as modules, as a part of the build. The npm package has SVG fonts (EMS: SIL Open Font
// License; Hershey: free to use). Its program and dependencies are not used here (`overrides` in package.json).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineFontFiles, lineFontFolder, root } from '../lib/prepare.mjs';

mkdirSync(join(root, lineFontFolder), { recursive: true });
for (const name of lineFontFiles) {
  const source = readFileSync(join(root, `node_modules/hersheytext/svg_fonts/${name}.svg`), 'utf8');
  const short = source.replace(/\s(?:glyph-name|xmlns:xlink)="[^"]*"/g, '').replace(/[ \t]+/g, ' ');
  writeFileSync(
    join(root, lineFontFolder, `${name}.ts`),
    `/** By tools/build/fonts.mjs. */\nexport const font = ${JSON.stringify(short)};\n`,
  );
}
