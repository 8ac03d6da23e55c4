// `npm run release <version> [--dry-run] [--without tests] [--without image]`: sets the version everywhere, closes the
// section of the changelog, commits, runs the long tests, builds the packages and tags. Nothing is published.
// `--without`: leaves out the long tests or the SD card image, which take hours.
import { root } from '../lib/prepare.mjs';
import { readArguments, refuse } from '../lib/read-arguments.mjs';
import { buildPackages } from './build-packages.mjs';
import { release } from './steps.mjs';

const { values, positionals } = readArguments({
  script: import.meta.filename,
  options: {
    'dry-run': { type: 'boolean', default: false },
    without: { type: 'string', multiple: true, default: [] },
  },
  most: 1,
});
const other = values.without.find((step) => !['tests', 'image'].includes(step));
if (other !== undefined) refuse(`--without must be tests or image, not “${other}”`);
// Also read npm's variable: without a preceding `--`, npm consumes the option itself.
const isDryRun = values['dry-run'] || process.env.npm_config_dry_run === 'true';
try {
  release({
    root,
    version: positionals[0] ?? '',
    date: new Date().toISOString().slice(0, 10),
    isDryRun,
    buildPackages: (folder, version) => buildPackages(folder, version, values.without),
    say: console.log,
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
