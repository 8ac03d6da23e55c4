import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';

export interface FoundRegex {
  place: string;
  regex: RegExp;
  /** Whether the expression splits texts. It is then tried again after every match. */
  splits: boolean;
}

export interface Sources {
  regexes: FoundRegex[];
  /** Expressions built from values known only at run time. */
  unknown: string[];
  /** Files that call `normalize`, which takes quadratic time for some texts. */
  normalizing: string[];
}

interface Syntax {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

/** Finds all regular expressions that are literals or built from constants. */
export function findRegexes(packagesFolder: string): Sources {
  const found: Sources = { regexes: [], unknown: [], normalizing: [] };
  for (const path of sourcesIn(packagesFolder)) {
    scan(path.slice(packagesFolder.length + 1), readFileSync(path, 'utf8'), found);
  }
  return found;
}

function* sourcesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', 'test', 'testing'].includes(entry.name)) yield* sourcesIn(path);
    } else if (/\.(?:tsx?|mjs)$/.test(entry.name) && !entry.name.includes('.test.')) yield path;
  }
}

export function scan(name: string, text: string, found: Sources): void {
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name} cannot be read: ${errors[0]?.message}`);
  const constants = new Map<string, Syntax>();
  const placeOf = (node: Syntax) => `${name}:${text.slice(0, node.start).split('\n').length}`;
  visit(program as unknown as Syntax, (node, parent) => {
    const splits = parent !== undefined && memberName(parent.callee) === 'split';
    if (node.type === 'VariableDeclarator') {
      const { id, init } = node as { id?: Syntax; init?: Syntax };
      if (typeof id?.name === 'string' && init) constants.set(id.name, init);
    } else if (node.type === 'Literal' && node.regex !== undefined) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      found.regexes.push({ place: placeOf(node), regex: new RegExp(pattern, flags), splits });
    } else if ((node.callee as Syntax | undefined)?.name === 'RegExp') {
      const [source, flags] = (node.arguments as Syntax[]).map((each) => constantText(each, constants));
      if (source === undefined) found.unknown.push(placeOf(node));
      else found.regexes.push({ place: placeOf(node), regex: new RegExp(source, flags), splits });
    } else if (memberName(node.callee) === 'normalize' && (node.arguments as unknown[]).length > 0) {
      found.normalizing.push(name);
    }
  });
}

function visit(node: Syntax, see: (node: Syntax, parent: Syntax | undefined) => void, parent?: Syntax): void {
  see(node, parent);
  // Avoid an array per node: hundreds of thousands of members would take seconds.
  for (const name in node) {
    const member = node[name];
    if (!Array.isArray(member)) visitIfSyntax(member, see, node);
    else for (const child of member) visitIfSyntax(child, see, node);
  }
}

function visitIfSyntax(member: unknown, see: Parameters<typeof visit>[1], parent: Syntax): void {
  if (typeof member === 'object' && typeof (member as Syntax | null)?.type === 'string') {
    visit(member as Syntax, see, parent);
  }
}

function memberName(callee: unknown): unknown {
  const { type, property } = (callee ?? {}) as { type?: string; property?: { name?: string } };
  return type === 'MemberExpression' ? property?.name : undefined;
}

/** Returns the text of an expression that consists of constants of the same file, otherwise undefined. */
function constantText(node: Syntax, constants: ReadonlyMap<string, Syntax>): string | undefined {
  const text = (each: unknown) => constantText(each as Syntax, constants);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined;
    case 'Identifier': {
      const value = constants.get(node.name as string);
      return value === undefined ? undefined : text(value);
    }
    case 'BinaryExpression':
      return node.operator === '+' ? joined([text(node.left), text(node.right)]) : undefined;
    case 'TemplateLiteral':
      return template(node, 'cooked', text);
    case 'TaggedTemplateExpression':
      return memberName(node.tag) === 'raw' ? template(node.quasi as Syntax, 'raw', text) : undefined;
    default:
      return undefined;
  }
}

function template(
  { quasis, expressions }: Syntax,
  form: 'raw' | 'cooked',
  text: (node: unknown) => string | undefined,
): string | undefined {
  const values = (expressions as unknown[]).map(text);
  return joined(
    (quasis as { value: Record<typeof form, string> }[]).flatMap(({ value }, at) =>
      at < values.length ? [value[form], values[at]] : [value[form]],
    ),
  );
}

function joined(parts: (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join('');
}
