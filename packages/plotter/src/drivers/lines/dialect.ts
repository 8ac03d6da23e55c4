import type { DriverName } from '../driver.ts';
import type { Effect, Told } from '../language/effect.ts';
import type { Reply } from '../link.ts';
import type { Profile } from '../profile.ts';

/** What `MOVE` means. */
export type Coordinates = Profile['coordinates'];

/** What the system below the program of a board says when the program has ended or starts again. */
export interface SystemLines {
  readonly restart: RegExp;
  /** The prompt of a system that waits for its own commands. */
  readonly prompt: string;
}

/** What one family of boards means by its lines; how replies are assigned to commands is the same for all of them. */
export interface LineDialect {
  readonly name: DriverName;
  /** Boards of this family that announce buffered motion are sent commands ahead. Left out: one at a time. */
  readonly bufferedMotion?: { readonly usualCornerDeviationMm: number };
  readonly system?: SystemLines;
  /** A question that every board of this family answers, and that moves none of any family. */
  readonly answersAlways?: string;
  effectOf(command: string, coordinates: Coordinates): Effect;
  /** What a reply says of the machine's state; undefined for nothing. */
  toldBy(reply: Reply, coordinates: Coordinates): Told | undefined;
}
