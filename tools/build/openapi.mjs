// `npm run openapi`: writes the OpenAPI descriptions and the list of error codes to docs/openapi/, which git ignores.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from '../lib/prepare.mjs';

await prepare();
const { describeBoard, describePlotter, describeStation } = await import(
  '../../packages/contract/dist/index.js'
);
const { errorCodesPage } = await import('../../packages/http/dist/index.js');
const { packageVersion } = await import('../../packages/core/dist/index.js');
const descriptions = {
  station: describeStation(packageVersion),
  plotter: describePlotter(packageVersion),
  board: describeBoard(packageVersion),
};
mkdirSync(join(root, 'docs/openapi'), { recursive: true });
for (const [name, description] of Object.entries(descriptions)) {
  writeFileSync(join(root, `docs/openapi/${name}.json`), `${JSON.stringify(description, null, 2)}\n`);
}
writeFileSync(join(root, 'docs/openapi/error-codes.md'), errorCodesPage());
