import { ensurePrograms, imagePrograms, missingPrograms } from '../../lib/system-packages.mjs';
import { whyNoRoot } from '../package/emulator.mjs';

/** Returns why no image can be built here; undefined if it can. */
export function whyNoImage() {
  if (!['arm64', 'x64'].includes(process.arch)) return 'this needs arm64 or x64';
  const reason = whyNoRoot('arm64');
  if (reason !== undefined) return reason;
  ensurePrograms(imagePrograms);
  const missing = missingPrograms(imagePrograms);
  return missing.length > 0 ? `this needs ${missing.join(', ')}` : undefined;
}
