// `npm run openapi`: writes the descriptions in docs/openapi/ anew. A test compares them with the program.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare();
const { describeStation } = await import('../packages/contract/dist/index.js');
const { packageVersion } = await import('../packages/station/dist/index.js');
const description = JSON.stringify(describeStation(packageVersion), null, 2);
writeFileSync(join(root, 'docs/openapi/station.json'), `${description}\n`);
