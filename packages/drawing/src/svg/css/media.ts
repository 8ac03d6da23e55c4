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
  const [, not, rest = ''] = /^\s*(not\s)?(?:only\s)?\s*(.*?)\s*$/s.exec(query.toLowerCase()) ?? [];
  let holds: boolean | undefined = true;
  for (const part of rest.split(/\sand\s/)) {
    const one = single(
      part
        .trim()
        .replace(/\s*:\s*/, ': ')
        .replace(/^\(\s+|\s+\)$/g, (mark) => mark.trim()),
    );
    if (one === false) {
      holds = false;
      break;
    }
    if (one === undefined) holds = undefined;
  }
  return not === undefined || holds === undefined ? holds : !holds;
}

function single(part: string): boolean | undefined {
  if (part === 'all' || part === 'screen') return true;
  if (/^[a-z-]+$/.test(part)) return false;
  return Object.hasOwn(features, part) ? features[part] : undefined;
}
