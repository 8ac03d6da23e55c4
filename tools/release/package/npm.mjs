// The packages for npm: `stationery` with the program and its pages, the client, and the drawing library.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../lib/prepare.mjs';
import { writeTree } from './tree.mjs';

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const toJson = (value) => `${JSON.stringify(value, null, 2)}\n`;

export async function makeNpmPackages(out) {
  const staged = join(root, '.stamps/package', `npm-${process.pid}`);
  mkdirSync(out, { recursive: true });
  try {
    writeTree(await programTree(), join(staged, 'stationery'));
    stageDrawing(join(staged, 'drawing'));
    return [join(staged, 'stationery'), join(root, 'packages/client'), join(staged, 'drawing')].map(
      (folder) => pack(folder, out),
    );
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Returns the program's files, laid out as in a checkout, because the program finds its pages by relative path. */
async function programTree() {
  const { collectStation } = await import('../../../packages/cli/dist/firmware/collect-station.js');
  const { name, version, description, license, repository, type, engines } = readJson('package.json');
  const optional = readJson('packages/core/package.json').optionalDependencies;
  const native = readJson('packages/cli/dist/program/packages.json');
  /** Returns dependencies on exactly the installed versions, because these are tested. */
  const exact = (names) =>
    Object.fromEntries(names.map((each) => [each, readJson(`node_modules/${each}/package.json`).version]));
  const manifest = {
    name,
    version,
    description,
    license,
    repository,
    type,
    engines,
    bin: { stationery: 'bin/stationery.mjs' },
    dependencies: exact(native.filter((each) => !(each in optional))),
    optionalDependencies: exact(native.filter((each) => each in optional)),
  };
  const collected = collectStation(root, version).flatMap(({ path, content }) => {
    const [, own] = /^node_modules\/@stationery\/(.*)$/.exec(path) ?? [];
    if (own !== undefined) return [{ path: `packages/${own}`, content }];
    // Of third-party packages keep only the licences: npm installs
    // some of them, and the program contains the others.
    const isLicence = /^(licen[cs]e|notice|copying)/i.test(basename(path));
    return isLicence ? [{ path: path.replaceAll('node_modules/', 'licences/'), content }] : [];
  });
  const start = "#!/usr/bin/env node\nimport '../packages/cli/bin/stationery.mjs';\n";
  return [
    { path: 'package.json', mode: 0o644, content: toJson(manifest) },
    { path: 'bin/stationery.mjs', mode: 0o755, content: start },
    { path: 'README.md', mode: 0o644, from: join(root, 'packages/cli/README.md') },
    { path: 'LICENSE', mode: 0o644, from: join(root, 'LICENSE') },
    ...collected.map((file) => ({ ...file, mode: 0o644 })),
  ];
}

/** Stages the drawing library. Leaves out its dependency on the contract, which drawings do not use. */
function stageDrawing(to) {
  const { dependencies, ...manifest } = readJson('packages/drawing/package.json');
  const { dependencies: _, ...contract } = readJson('packages/contract/package.json');
  const bundled = join(to, 'node_modules', contract.name);
  copyBuilt('drawing', to);
  copyBuilt('contract', bundled);
  const bundleDependencies = [contract.name];
  writeFileSync(join(to, 'package.json'), toJson({ ...manifest, dependencies, bundleDependencies }));
  writeFileSync(join(bundled, 'package.json'), toJson(contract));
  cpSync(join(root, 'packages/drawing/README.md'), join(to, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(to, 'LICENSE'));
}

function copyBuilt(name, to) {
  cpSync(join(root, 'packages', name, 'dist'), join(to, 'dist'), {
    recursive: true,
    filter: (path) => !/\.(map|tsbuildinfo)$/.test(path),
  });
}

function pack(folder, out) {
  const words = ['pack', '--json', '--silent', '--pack-destination', out];
  const [{ filename }] = JSON.parse(execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }));
  return join(out, filename);
}
