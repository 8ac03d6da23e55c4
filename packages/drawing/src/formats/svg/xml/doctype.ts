import { type Entities, malformed } from './entities.ts';

/**
 * Reads past `<!DOCTYPE …>` from just after those letters, and takes up the entities of its internal subset. Nothing
 * outside the file is ever loaded.
 */
export function readDoctype(source: string, from: number, entities: Entities): number {
  let at = from;
  let inSubset = false;
  for (;;) {
    const code = source.charCodeAt(at);
    if (Number.isNaN(code)) throw malformed('a document type that does not end');
    if (code === 0x22 || code === 0x27) {
      at = after(source, source[at] as string, at + 1);
    } else if (code === 0x5b) {
      inSubset = true;
      at++;
    } else if (code === 0x5d) {
      inSubset = false;
      at++;
    } else if (code === 0x3e && !inSubset) {
      return at + 1;
    } else if (inSubset && source.startsWith('<!--', at)) {
      at = after(source, '-->', at + 4);
    } else if (inSubset && source.startsWith('<!ENTITY', at)) {
      at = readEntity(source, at, entities);
    } else {
      at++;
    }
  }
}

const entity = /<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/y;

function readEntity(source: string, at: number, entities: Entities): number {
  entity.lastIndex = at;
  const found = entity.exec(source);
  // Parameter entities and those of other files: not taken up, so a reference to one is refused.
  if (found === null) return at + '<!ENTITY'.length;
  entities.declare(found[1] as string, found[2] ?? found[3] ?? '');
  return entity.lastIndex;
}

function after(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  if (at < 0) throw malformed('a document type that does not end');
  return at + mark.length;
}
