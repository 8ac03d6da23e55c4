import type { DriverName } from '../driver.ts';
import type { Effect, Told } from '../effect.ts';
import type { Reply } from '../link.ts';
import type { Profile } from '../profile.ts';

/** What `MOVE` means. */
export type Coordinates = Profile['coordinates'];

/** What one family of boards means by its lines; how replies are assigned to commands is the same for all of them. */
export interface LineDialect {
  readonly name: DriverName;
  /** Boards of this family that announce buffered motion are sent commands ahead. Left out: one at a time. */
  readonly bufferedMotion?: { readonly usualCornerDeviationMm: number };
  effectOf(command: string, coordinates: Coordinates): Effect;
  /** What a reply says of the machine's state; undefined for nothing. */
  toldBy(reply: Reply, coordinates: Coordinates): Told | undefined;
}
