// `npm run build`: installs and builds what is out of date.
import { prepare } from '../lib/prepare.mjs';

await prepare();
