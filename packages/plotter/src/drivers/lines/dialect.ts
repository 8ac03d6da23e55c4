import type { DriverName } from '../driver.ts';
import type { Effect, Told } from '../language/effect.ts';
import type { Reply } from '../link.ts';
import type { Profile } from '../profile.ts';

/** Whether `MOVE` counts from the origin or from the pen. */
export type Coordinates = Profile['coordinates'];

/** Lines of the system below the program of a board, when the program has ended or starts again. */
export interface SystemLines {
  readonly restart: RegExp;
  /** The prompt of a system that waits for its own commands. */
  readonly prompt: string;
}

/** The meaning of the lines of one family. Replies are assigned to commands in the same way for all families. */
export interface LineDialect {
  readonly name: DriverName;
  /** Boards of this family that announce buffered motion are sent commands ahead. Left out: one at a time. */
  readonly bufferedMotion?: { readonly usualCornerDeviationMm: number };
  readonly system?: SystemLines;
  /** A question that every board of this family answers, and that moves none of any family. */
  readonly answersAlways?: string;
  effectOf(command: string, coordinates: Coordinates): Effect;
  /** The state of the machine according to a reply. */
  toldBy(reply: Reply, coordinates: Coordinates): Told | undefined;
}
