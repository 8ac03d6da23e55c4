// Installs a bundle in a slot folder as a station does: node update-once.mjs <plan as JSON>
import { installBundle } from './install-bundle.mjs';

await installBundle(JSON.parse(process.argv[2]), () => {});
