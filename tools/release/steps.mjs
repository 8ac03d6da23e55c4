// Runs the steps of a release. A failure leaves the checkout unchanged.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setVersions } from './versions.mjs';

/** Makes a release. `date` is for example 2026-11-16. Calls `buildPackages` with root and version. */
export function release({ root, version, date, isDryRun = false, buildPackages, say }) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const tag = `v${version}`;
  const current = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  requireNewer(version, current);
  if (git('status', '--porcelain') !== '') {
    throw new Error('There are changes that are not committed. Commit or stash them first.');
  }
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists already.`);
  const changelog = join(root, 'CHANGELOG.md');
  const closed = closeSection(readFileSync(changelog, 'utf8'), version, date);
  if (isDryRun) {
    say(
      `Would release ${version} (now ${current}): set the versions, close the changelog, commit, build, tag ${tag}.`,
    );
    return;
  }

  const before = git('rev-parse', 'HEAD');
  try {
    writeFileSync(changelog, closed);
    setVersions(root, version);
    git('commit', '--quiet', '--all', '--message', `release ${version}`);
    // Build after the commit: its time is in the packages, to make builds of this commit reproducible.
    buildPackages(root, version);
    git('tag', '--annotate', tag, '--message', `Stationery ${version}`);
  } catch (error) {
    git('reset', '--quiet', '--hard', before);
    throw new Error(`${error.message}\nNothing was released; the checkout is as it was.`);
  }
  say(`Released ${version}. The packages are in dist-packages/. Publish with: git push --follow-tags`);
}

function requireNewer(version, current) {
  const isVersion = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;
  if (!isVersion.test(version))
    throw new Error(`"${version}" is not a version. Use three numbers, as in 0.2.0.`);
  const [next, now] = [version, current].map((text) => text.split('.').map(Number));
  const differing = next.findIndex((number, index) => number !== now[index]);
  if (differing === -1 || next[differing] < now[differing]) {
    throw new Error(`${version} is not newer than ${current}.`);
  }
}

const heading = '## Unreleased';

/** Gives the unreleased section the version as its heading, and adds a new, empty unreleased section above. */
function closeSection(text, version, date) {
  const start = text.indexOf(`${heading}\n`);
  if (start === -1) throw new Error(`CHANGELOG.md has no section "${heading}".`);
  const rest = text.slice(start + heading.length);
  const end = rest.indexOf('\n## ');
  const section = end === -1 ? rest : rest.slice(0, end);
  if (!/^- /m.test(section))
    throw new Error('Nothing is unreleased in CHANGELOG.md. Write what changed first.');
  return `${text.slice(0, start)}${heading}\n\n## ${version} (${date})${rest}`;
}
