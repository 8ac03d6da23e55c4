import type { Declaration } from '../css/declarations.ts';
import { splitOutside } from '../css/split.ts';

/** The variables (`--name`) of an element. */
export type Variables = ReadonlyMap<string, string>;

const maxVariables = 1000;
const maxCharacters = 10_000;
const maxNesting = 16;

/** Returns the variables of an element. If it declares none, returns its parent's map. */
export function variablesFrom(
  parent: Variables | undefined,
  declarations: readonly Declaration[],
  work: (units: number) => void,
): Variables | undefined {
  if (!declarations.some(({ name }) => name.startsWith('--'))) return parent;
  work(50 * ((parent?.size ?? 0) + declarations.length));
  const own = new Map(parent);
  for (const important of [false, true])
    for (const declaration of declarations)
      if (declaration.name.startsWith('--') && declaration.important === important && own.size < maxVariables)
        own.set(declaration.name, declaration.value);
  return own;
}

/** Replaces variables in a value; returns undefined if one is not set and has no fallback. */
export function withVariables(
  value: string,
  variables: Variables | undefined,
  work: (units: number) => void,
  nesting = 0,
): string | undefined {
  let result = '';
  let from = 0;
  for (;;) {
    const at = value.indexOf('var(', from);
    if (at < 0) return result + value.slice(from);
    const end = endOfCall(value, at + 3);
    work(10 + end - at);
    const [name = '', ...rest] = splitOutside(value.slice(at + 4, end), ',');
    const meant = variables?.get(name.trim()) ?? (rest.length > 0 ? rest.join(',').trim() : undefined);
    if (meant === undefined || nesting >= maxNesting) return undefined;
    const replaced = meant.includes('var(') ? withVariables(meant, variables, work, nesting + 1) : meant;
    if (replaced === undefined) return undefined;
    result += value.slice(from, at) + replaced;
    if (result.length > maxCharacters) return undefined;
    from = end + 1;
  }
}

function endOfCall(value: string, open: number): number {
  let depth = 0;
  for (let at = open; at < value.length; at++) {
    if (value[at] === '(') depth++;
    else if (value[at] === ')' && --depth === 0) return at;
  }
  return value.length;
}
