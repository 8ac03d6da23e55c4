import { type Clock, type Logger, sleep } from '@stationery/core';
import type { Tag } from '../tag.ts';
import {
  boundedSearch,
  deviceName,
  getFirmwareVersion,
  listOneTypeATarget,
  parseTypeATargets,
  samConfiguration,
} from './commands.ts';
import { heartbeat } from './heartbeat.ts';
import { ExchangeError, type Pn532Link } from './link.ts';

const pollEveryMs = 100;
const answerTimeoutMs = 100;
/** Timeout of a search. The chip's two attempts and reading a slow tag take much less. */
const searchTimeoutMs = 150;

interface SessionDeps {
  link: Pn532Link;
  wakeUp: Uint8Array;
  clock: Clock;
  log: Logger;
  onReady(device: string): void;
  onTags(tags: readonly Tag[]): void;
}

/** Initialises the chip and polls it until the link is closed or the chip stops answering; both throw. */
export async function runSession(deps: SessionDeps): Promise<never> {
  const { link, clock } = deps;
  const beat = heartbeat(link);
  deps.onReady(await bringUp(deps));
  for (;;) {
    const startedMs = clock.nowMs();
    deps.onTags(await findTags(deps, beat));
    await sleep(clock, Math.max(0, startedMs + pollEveryMs - clock.nowMs()), link.signal);
  }
}

async function bringUp({ link, wakeUp }: SessionDeps): Promise<string> {
  await link.exchange(samConfiguration, { answerTimeoutMs, preamble: wakeUp });
  const device = deviceName(await link.exchange(getFirmwareVersion, { answerTimeoutMs }));
  await link.exchange(boundedSearch, { answerTimeoutMs });
  return device ?? 'PN532';
}

async function findTags({ link, log }: SessionDeps, beat: () => Promise<void>): Promise<readonly Tag[]> {
  try {
    const answer = await link.exchange(listOneTypeATarget, { answerTimeoutMs: searchTimeoutMs });
    const tags = parseTypeATargets(answer);
    if (tags === undefined)
      log.warn({ answer: Buffer.from(answer).toString('hex') }, 'unexpected answer from the chip');
    return tags ?? [];
  } catch (error) {
    if (!(error instanceof ExchangeError) || error.failure === 'gone') throw error;
    // Some chips do not answer if there is no tag. The chip is dead only if it does not echo either.
    await beat();
    // Set up the search again: a chip that lost power briefly is back at its default, an endless search.
    await link.exchange(boundedSearch, { answerTimeoutMs });
    return [];
  }
}
