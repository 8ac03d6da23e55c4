import type { Service } from './client-settings.ts';

export class WrongService extends Error {
  override readonly name = 'WrongService';
}

const names = { station: 'a station', plotter: 'a plotter service', board: 'a board' };
const stationType = /^application\/vnd\.api\+json/;
/** By service, the content types that only other services use. The plotter and the board use the same types. */
const foreignTypes = { station: /^application\/problem\+json/, plotter: stationType, board: stationType };

/** Wraps `fetch` to refuse responses of other programs, which it recognises by their content type. */
export function fetchOf(service: Service, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    const type = answer.headers.get('content-type') ?? '';
    const other = service === 'station' ? 'plotter' : 'station';
    const isOther = foreignTypes[service].test(type);
    const { origin, pathname } = new URL(answer.url);
    // Skip downloads, because a file on the card may be of any type.
    if (pathname.endsWith('/content') || (!isOther && !/^text\/html/.test(type))) return answer;
    await answer.body?.cancel();
    throw new WrongService(
      `${origin} is ${isOther ? names[other] : 'another program'}, not ${names[service]}. Set the address with --${service} <address>`,
    );
  };
}
