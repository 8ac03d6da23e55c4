// `npm run openapi`: writes the OpenAPI descriptions of the services to docs/openapi.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare();
const { describeStation } = await import('../packages/contract/dist/index.js');
const { packageVersion } = await import('../packages/station/dist/index.js');

const folder = join(root, 'docs/openapi');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'station.json'), `${JSON.stringify(describeStation(packageVersion), null, 2)}\n`);
console.log('docs/openapi/station.json');
