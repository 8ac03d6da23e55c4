import { plotterCommands } from '@stationery/contract/plotter-commands';
import { verbOf } from '../../src/drivers/language/our-language.ts';
import type { LinkError, LinkEvent, Reply } from '../../src/drivers/link.ts';
import { type Dialect, wordFor } from './dialects.ts';
import type { Repeat } from './faulty-device.ts';

const standardWords: ReadonlySet<string> = new Set(plotterCommands.map(({ word }) => word));

/** Reply words that a host can have learned on this connection from undisturbed exchanges. */
export class KnownWords {
  readonly #dialect: Dialect;
  readonly #times = new Map<string, number>();
  readonly #varying = new Set<string>();
  #isDisturbed = false;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  hear(event: LinkEvent): void {
    if (event.type === 'sent') this.#isDisturbed = event.line === 'STOP';
    if (event.type === 'desync') this.#isDisturbed = true;
    if (event.type === 'reset' || (event.type === 'state' && event.state.state === 'settling'))
      this.#times.clear();
  }

  answered({ sent, ok }: Reply): void {
    if (!ok || this.#isDisturbed) return;
    const verb = verbOf(sent);
    this.#times.set(verb, (this.#times.get(verb) ?? 0) + 1);
  }

  /** Called when a command failed. A stray in place of its reply makes the command's word doubtful. */
  failed({ sent }: LinkError): void {
    if (this.#isDisturbed) this.#varying.add(verbOf(sent));
  }

  /** `isSoon`: the reply to the command in flight is coming, so the host can compare the two. */
  canTell({ line, answers, isAtOnce }: Repeat, live: string, isSoon: boolean): boolean {
    if (!/^[ >]*ok/i.test(line)) return false;
    const word = wordFor(this.#dialect, answers);
    const own = wordFor(this.#dialect, live);
    if (word === '' || word === own || this.#shared(word) > 1) return false;
    const isAnothers = isAtOnce || standardWords.has(word) || (this.#times.get(verbOf(answers)) ?? 0) > 0;
    const times = this.#times.get(verbOf(live)) ?? 0;
    return isAnothers && (isSoon || (times > 3 && !this.#varying.has(verbOf(live))));
  }

  #shared(word: string): number {
    return [...this.#times.keys()].filter((verb) => this.#dialect.word(verb) === word).length;
  }
}
