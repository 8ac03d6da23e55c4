import { textControls } from '@stationery/contract/text-controls';

const maxLength = 64;

/** Returns what is wrong with a nickname. Expects a trimmed text. */
export function nicknameProblem(nickname: string): string | undefined {
  const length = [...nickname].length;
  if (length < 1 || length > maxLength)
    return `The nickname must have 1 to ${maxLength} characters; this has ${length}.`;
  if (textControls.test(nickname) || !nickname.isWellFormed())
    return 'The nickname must be one line of text without control characters or direction marks.';
  return undefined;
}
