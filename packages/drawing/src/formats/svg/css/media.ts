const features: Readonly<Record<string, boolean>> = {
  '(prefers-color-scheme: light)': true,
  '(prefers-color-scheme: dark)': false,
  '(color)': true,
  '(monochrome)': false,
};

/** Whether rules for this medium are for a drawing on a screen; `undefined` where only a screen could tell. */
export function isForScreen(media: string): boolean | undefined {
  if (media.trim() === '') return true;
  const answers = media.slice(0, 1000).split(',').map(answer);
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

function answer(query: string): boolean | undefined {
  const text = query.trim().toLowerCase();
  const [lead = '', not] = /^(not\s)?(?:only\s)?/.exec(text) ?? [];
  let holds: boolean | undefined = true;
  for (const part of text.slice(lead.length).split(/\sand\s/)) {
    const one = single(spaced(part.trim()));
    if (one === false) {
      holds = false;
      break;
    }
    if (one === undefined) holds = undefined;
  }
  return not === undefined || holds === undefined ? holds : !holds;
}

/** `( name :value )` as `(name: value)`. */
function spaced(part: string): string {
  const isCondition = part.startsWith('(') && part.endsWith(')');
  const [name = '', ...value] = (isCondition ? part.slice(1, -1) : part).split(':');
  const text = value.length === 0 ? name.trim() : `${name.trim()}: ${value.join(':').trim()}`;
  return isCondition ? `(${text})` : text;
}

function single(part: string): boolean | undefined {
  if (part === 'all' || part === 'screen') return true;
  if (/^[a-z-]+$/.test(part)) return false;
  return Object.hasOwn(features, part) ? features[part] : undefined;
}
