// `npm run release <version> [--dry-run]`: sets the version everywhere, closes the section of the changelog, commits,
// builds the packages and the client, and tags. Nothing is published.
import { parseArgs } from 'node:util';
import { root } from './prepare.mjs';
import { buildPackages } from './release/build-packages.mjs';
import { release } from './release/release.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
// Without a `--` before it, npm takes the option for one of its own.
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
