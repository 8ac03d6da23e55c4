import type { Service } from './client-settings.ts';

/** Something answers at the address, and it is not the service that was meant. */
export class WrongService extends Error {
  override readonly name = 'WrongService';
}

const names = { station: 'a station', plotter: 'a plotter service' };
/** What only the other service answers with. */
const foreignTypes = { station: /^application\/problem\+json/, plotter: /^application\/vnd\.api\+json/ };

/** `fetch` for one service. Answers of others are told apart by what they are written in. */
export function fetchOf(service: Service, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    const type = answer.headers.get('content-type') ?? '';
    const other = service === 'station' ? 'plotter' : 'station';
    const isOther = foreignTypes[service].test(type);
    const { origin, pathname } = new URL(answer.url);
    // A file on the card may be of any type.
    if (pathname.endsWith('/content') || (!isOther && !/^text\/html/.test(type))) return answer;
    await answer.body?.cancel();
    throw new WrongService(
      `${isOther ? `It is ${names[other]} that` : 'Another program'} answers at ${origin}, not ${names[service]}. Say where the ${names[service].slice(2)} is: --${service} <address>`,
    );
  };
}
