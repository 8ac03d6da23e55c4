import type { DriverName } from '../driver.ts';
import type { Effect, Told } from '../effect.ts';
import type { Reply } from '../link.ts';
import type { MachineFacts, Profile } from '../profile.ts';

/** What `MOVE` means. */
export type Coordinates = Profile['coordinates'];

/** What one family of boards means by its lines; how replies are told apart is the same for all of them. */
export interface LineDialect {
  readonly name: DriverName;
  /** What is true of a board to which commands are sent ahead. */
  readonly bufferedFacts?: MachineFacts;
  effectOf(command: string, coordinates: Coordinates): Effect;
  /** What a reply says of the machine's state; undefined for nothing. */
  toldBy(reply: Reply, coordinates: Coordinates): Told | undefined;
}
