import type { Effect, StatusReply } from '../language/effect.ts';
import type { Reply } from '../link.ts';
import type { Profile } from '../profile.ts';
import type { Coordinates, LineDialect } from './dialect.ts';

export class CommandMeaning {
  readonly #dialect: LineDialect;
  #coordinates: Coordinates = 'absolute';
  #last: { command: string; effect: Effect } = { command: '', effect: {} };

  constructor(dialect: LineDialect) {
    this.#dialect = dialect;
  }

  configure({ coordinates }: Profile): void {
    this.#coordinates = coordinates;
    this.#last = { command: '', effect: {} };
  }

  effectOf(command: string): Effect {
    // Cached, because several callers ask about the same command in turn.
    if (this.#last.command !== command)
      this.#last = { command, effect: this.#dialect.effectOf(command, this.#coordinates) };
    return this.#last.effect;
  }

  reportedBy(reply: Reply): StatusReply | undefined {
    return this.#dialect.reportedBy(reply, this.#coordinates);
  }
}
