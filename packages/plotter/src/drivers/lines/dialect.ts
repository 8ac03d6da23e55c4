import type { DriverName } from '../driver.ts';
import type { Effect, StatusReply } from '../language/effect.ts';
import type { Reply } from '../link.ts';
import type { Profile } from '../profile.ts';

/** Whether `MOVE` is relative to the origin or to the pen. */
export type Coordinates = Profile['coordinates'];

export interface SystemLines {
  readonly restart: RegExp;
  readonly prompt: string;
}

/** Replies are matched to commands in the same way for all families. */
export interface LineDialect {
  readonly name: DriverName;
  /** Boards of this family that announce buffered motion are sent commands ahead. Omitted: one at a time. */
  readonly bufferedMotion?: { readonly defaultCornerDeviationMm: number };
  readonly system?: SystemLines;
  /** A question that every board of this family answers and that moves no board of any family. */
  readonly answersAlways?: string;
  effectOf(command: string, coordinates: Coordinates): Effect;
  reportedBy(reply: Reply, coordinates: Coordinates): StatusReply | undefined;
}
