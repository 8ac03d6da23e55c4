// `npm run release <version> [--dry-run]`: sets the version everywhere, closes the section of the changelog, commits,
// builds the packages and the client, and tags. Nothing is published.
import { root } from '../lib/prepare.mjs';
import { readArguments } from '../lib/read-arguments.mjs';
import { buildPackages } from './build-packages.mjs';
import { release } from './steps.mjs';

const { values, positionals } = readArguments({
  script: import.meta.filename,
  options: { 'dry-run': { type: 'boolean', default: false } },
  most: 1,
});
// Without a preceding `--`, npm consumes the option itself.
const isDryRun = values['dry-run'] || process.env.npm_config_dry_run === 'true';
try {
  release({
    root,
    version: positionals[0] ?? '',
    date: new Date().toISOString().slice(0, 10),
    isDryRun,
    buildPackages,
    say: console.log,
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
