// A few power cuts for `npm run test:vm`; `npm run test:power` makes many.
import { join } from 'node:path';
import { root } from '../../lib/prepare.mjs';

/** Only FAT for the card, because it loses the most. The data folders are on ext4 anyway. */
const stations = [{ name: 'vfat', fileSystem: 'vfat' }];
const cuts = 12;
const changes = 16;

export const canCut = () => process.getuid() === 0;

/** Makes a few cuts. `machine` has the other options of `record`. */
export async function shortRun({ tell, ...machine }) {
  // Import the code here, because the services exist only after a build.
  const { cutPower } = await import('./cuts.mjs');
  const seed = Number(process.env.STATIONERY_SEED ?? 1);
  const kept = join(root, '.stamps/power/recording');
  const { rows, violations } = await cutPower({
    ...machine,
    kept,
    stations,
    cuts,
    changes,
    seed,
    say: console.log,
  });
  for (const { fileSystem, cuts, acknowledged, lost } of rows) {
    const what = `${cuts} power cuts with a card of ${fileSystem}, ${acknowledged} acknowledged changes checked`;
    tell(lost === 0 ? 'passed' : 'failed', `${what} (seed ${seed})`);
  }
  for (const violation of violations) console.log(violation);
}
