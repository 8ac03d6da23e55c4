// Installs a bundle in a slot folder like a station: node update-once.mjs <plan as JSON>
import { installBundle } from './install-bundle.mjs';

await installBundle(JSON.parse(process.argv[2]), () => {});
