import { existsSync } from 'node:fs';
import { ensurePrograms, imagePrograms, missingPrograms } from '../../lib/system-packages.mjs';

/** Why no image can be built here; undefined if it can. */
export function whyNoImage() {
  if (process.arch !== 'arm64' || !existsSync('/etc/debian_version')) return 'an image needs an arm64 Debian';
  if (process.getuid?.() !== 0) return 'an image needs root rights';
  ensurePrograms(imagePrograms);
  const missing = missingPrograms(imagePrograms);
  return missing.length > 0 ? `an image needs ${missing.join(', ')}` : undefined;
}
