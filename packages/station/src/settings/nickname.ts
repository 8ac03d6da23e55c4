import { textControls } from '@stationery/contract/text-controls';
import { AppError } from '@stationery/core';

const longest = 64;

/** Returns the normalised nickname, or throws with the JSON pointer of the member. */
export function checkNickname(text: string, pointer: string): string {
  const nickname = text.trim();
  const length = [...nickname].length;
  if (length < 1 || length > longest) {
    throw new AppError(
      'invalid-request',
      `The nickname must have 1 to ${longest} characters; this has ${length}.`,
      {
        pointer,
      },
    );
  }
  if (textControls.test(nickname) || !nickname.isWellFormed()) {
    throw new AppError(
      'invalid-request',
      'The nickname must be one line of text without control characters or direction marks.',
      {
        pointer,
      },
    );
  }
  return nickname;
}
