// `npm run check`: checks that the folders inside a package import each other one way only, type imports included,
// and that a drawing format is named only in its own folder and in the format tables.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Entries of these folders may import each other in one direction only. `*` stands for any name. */
const oneWay = [
  'packages/*/src',
  'tools',
  'tools/test',
  'packages/plotter/src/jobs',
  'packages/drawing/src/formats',
  'packages/web/src/board',
  'packages/web/src/plotter',
  'packages/web/src/plotter/state',
  'packages/web/src/station',
];

/** Entries of these folders never import each other. */
const apart = ['packages/web/src/*/panels'];

/**
 * Each key of these tables may be named only in the table and in its own folder. `svg` is an exception,
 * because it is also the picture format.
 */
const tables = [
  {
    keys: ['drawing-formats', 'plotter/plan-formats'].map((name) => `packages/contract/src/${name}.ts`),
    folder: 'packages/drawing/src/formats',
    except: ['svg', 'commands'],
  },
];

/** Matches imports. In the formatter's style, a statement ends with `from '…';` on one line. */
const importPattern =
  /^(?:import |export |\} )(?:[^'"\n]*\bfrom )?'(\.[^'\n]+)';|\bimport\(\s*'(\.[^'\n]+)'/gm;

function findWrongImports() {
  const imports = new Map();
  const importsOf = (file) => {
    if (!imports.has(file)) imports.set(file, relativeImports(file));
    return imports.get(file);
  };
  const problems = [];
  for (const folder of matching(apart)) {
    for (const { file, target, from, to } of crossings(folder, importsOf)) {
      problems.push(
        `${show(file)} imports ${show(target)}: the parts of ${show(folder)} never import each other (“${from}”, “${to}”). ` +
          'Move what both need to a folder below them.',
      );
    }
  }
  for (const folder of matching(oneWay)) {
    const all = crossings(folder, importsOf);
    for (const circle of circlesIn(all)) {
      const inside = all.filter(({ from, to }) => circle.includes(from) && circle.includes(to));
      problems.push(
        `In ${show(folder)} these import each other in a circle: ${circle.join(', ')}. Reverse or move one of these:\n` +
          inside.map(({ file, target }) => `  ${show(file)} imports ${show(target)}`).join('\n'),
      );
    }
  }
  return problems;
}

function findNamedMembers() {
  return tables.flatMap(({ keys, folder, except }) => {
    const table = keys.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
    const found = [...table.matchAll(/^ {2}'?([\w-]+)'?: [{\w]/gm)].map(([, name]) => name);
    const names = found.filter((name) => !except.includes(name));
    const literal = new RegExp(`['"](${names.join('|')})['"]`);
    return matching(['packages/*/src'])
      .flatMap(sourcesIn)
      .map((file) => [show(file), literal.exec(readFileSync(file, 'utf8'))?.[1]])
      .filter(([file, name]) => name !== undefined && !keys.includes(file) && !file.startsWith(`${folder}/`))
      .filter(([file]) => !file.includes('/generated/'))
      .map(([file, name]) => `${file} names “${name}”. Read its row in ${keys[0]} or ${folder} instead.`);
  });
}

const driverNamesFile = 'packages/contract/src/plotter/driver-names.ts';
const driversFolder = 'packages/plotter/src/drivers';
/** Not checked, because a board may have the name of a machine family. */
const flashFolder = 'packages/cli/src/flash/';

function findFamilyNames() {
  const list =
    /driverNames = \[([^\]]*)\]/.exec(readFileSync(join(root, driverNamesFile), 'utf8'))?.[1] ?? '';
  const [fallback, ...names] = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  const isAllowed = (path) =>
    [driverNamesFile, `${driversFolder}/families.ts`].includes(path) ||
    path.startsWith(flashFolder) ||
    [fallback, ...names].some((name) => path.startsWith(`${driversFolder}/${name}/`));
  const capital = names.map((name) => name[0].toUpperCase() + name.slice(1)).join('|');
  // Also matches `grblKind` and `GrblDriver`, but not `gcode-grbl`, which is a file format. The fallback driver has
  // the name of the program, so it is matched only in comparisons.
  const pattern = new RegExp(
    `(?<!gcode-)\\b(?:${names.join('|')})(?![a-z])|(?:${capital})[A-Z]|(?:driver|name) [!=]== '${fallback}'`,
  );
  return matching(['packages/*/src'])
    .filter((folder) => !folder.endsWith(join('drawing', 'src')))
    .flatMap(sourcesIn)
    .map((file) => [show(file), file])
    .filter(([path]) => !isAllowed(path) && !path.includes('/generated/'))
    .flatMap(([path, file]) => {
      const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      const found = pattern.exec(code)?.[0];
      if (found === undefined) return [];
      return [`${path} names a family of plotters (${found}): read its row in ${driversFolder}/families.ts.`];
    });
}

function crossings(folder, importsOf) {
  const partOf = (file) => relative(folder, file).split(sep)[0];
  return sourcesIn(folder).flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith(folder + sep))
      .map((target) => ({ file, target, from: partOf(file), to: partOf(target) }))
      .filter(({ from, to }) => from !== to),
  );
}

/** Returns the circular imports: the strongly connected components of the graph. */
function circlesIn(edges) {
  const next = new Map();
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reach = (start) => {
    const seen = new Set();
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const to of next.get(at) ?? []) if (!seen.has(to)) open.push(to) && seen.add(to);
    }
    return seen;
  };
  const reached = new Map([...next.keys()].map((name) => [name, reach(name)]));
  const circles = [];
  for (const [name, seen] of reached) {
    if (!seen.has(name) || circles.flat().includes(name)) continue;
    circles.push([...seen].filter((other) => reached.get(other)?.has(name)).sort());
  }
  return circles;
}

function relativeImports(file) {
  const found = readFileSync(file, 'utf8').matchAll(importPattern);
  return [...found].map(([, statement, call]) => resolve(dirname(file), statement ?? call));
}

function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

function show(file) {
  return relative(root, file).split(sep).join('/');
}

function matching(patterns) {
  return patterns.flatMap((pattern) =>
    pattern
      .split('/')
      .reduce(
        (folders, name) =>
          folders.flatMap((folder) =>
            (name === '*' ? readdirSync(folder) : [name])
              .map((each) => join(folder, each))
              .filter((path) => existsSync(path) && statSync(path).isDirectory()),
          ),
        [root],
      ),
  );
}

const problems = [...findWrongImports(), ...findNamedMembers(), ...findFamilyNames()];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
