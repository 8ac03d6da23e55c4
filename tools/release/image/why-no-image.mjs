import { imagePrograms, whyLacking } from '../../lib/system-packages.mjs';
import { whyNoRoot } from '../package/emulator.mjs';

/** Returns why no image can be built here; undefined if one can. */
export function whyNoImage() {
  if (!['arm64', 'x64'].includes(process.arch)) return 'this needs arm64 or x64';
  return whyNoRoot('arm64') ?? whyLacking(imagePrograms);
}
