import { nextTask } from './short-tasks.ts';

/** Longer responses are parsed in pieces, with pauses in which the page can react. */
const pieceLength = 500_000;

const boundary = '},{"id":';
const lists = ['included', 'data'] as const;

export async function parseAnswer(text: string): Promise<unknown> {
  const list = text.length > pieceLength && lists.find((name) => text.includes(opening(name)));
  if (!list) return JSON.parse(text);
  try {
    return await parseInPieces(text, list);
  } catch {
    // Parses the text at once if the service formats the list in a different way.
    return JSON.parse(text);
  }
}

const opening = (list: string) => `"${list}":[{"id":`;

/** Splits the list at the boundary. Quotes in texts are escaped, so no text contains the boundary. */
async function parseInPieces(text: string, list: 'included' | 'data'): Promise<unknown> {
  const from = text.indexOf(opening(list)) + `"${list}":[`.length;
  const to = text.lastIndexOf('}]') + 1;
  const resources: unknown[] = [];
  for (let at = from; at < to; ) {
    const cut = text.indexOf(boundary, at + pieceLength);
    const end = cut < 0 ? to : cut + 1;
    resources.push(...JSON.parse(`[${text.slice(at, end)}]`));
    at = end + 1;
    await nextTask();
  }
  const rest = JSON.parse(text.slice(0, from) + text.slice(to));
  await nextTask();
  return { ...rest, [list]: resources };
}
