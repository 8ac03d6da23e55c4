import { signal } from '@preact/signals';
import { loadText, saveText } from '../ui/storage.ts';

const storageKey = 'stationery.token';

/** Stored in this browser for this address. A QR code provides it in the URL. */
export const token = signal<string | undefined>(takeFromAddress() ?? loadText(storageKey));

function takeFromAddress(): string | undefined {
  const given = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (given === undefined) return undefined;
  // Removes the token from the address, because people share URLs.
  history.replaceState(history.state, '', location.pathname + location.search);
  const value = decoded(given);
  if (value !== undefined) saveText(storageKey, value);
  return value;
}

/** Returns undefined for a link that was cut off. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export const tokenWanted = signal<'none-given' | 'wrong-one' | undefined>(undefined);

const given: (() => void)[] = [];

/** Resolves when the user has entered a token, which the service then checks. */
export function askForToken(): Promise<void> {
  tokenWanted.value = token.value === undefined ? 'none-given' : 'wrong-one';
  return new Promise((resolve) => given.push(resolve));
}

export function giveToken(value: string): void {
  token.value = value;
  saveText(storageKey, value);
  tokenWanted.value = undefined;
  for (const resolve of given.splice(0)) resolve();
}
