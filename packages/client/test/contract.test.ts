import type { PlotterEvents, PlotterOperations, StationEvents, StationOperations } from '@stationery/client';
import type {
  AnswerOf,
  BodyOf,
  plotterEvents,
  plotterRoutes,
  stationEvents,
  stationRoutes,
} from '@stationery/contract';
import type { Static, TSchema } from 'typebox';
import { describe, expectTypeOf, it } from 'vitest';

/** Results of the routes. Responses without a body are `undefined` here and missing in the table. */
type Answers<Routes> = { [Name in keyof Routes]: AnswerOf<Routes[Name]> };
type Bodies<Routes> = { [Name in keyof Routes]: BodyOf<Routes[Name]> };
type Carried<Events extends Record<string, TSchema>> = { [Name in keyof Events]: Static<Events[Name]> };
type Silent =
  | 'deleteFile'
  | 'deleteTag'
  | 'deleteStatistics'
  | 'exportStatistics'
  | 'getFileContent'
  | 'putSimulatedTag'
  | 'removeSimulatedTag'
  | 'reportPlayback'
  | 'appendToUpload'
  | 'cancelUpload'
  | 'getUploadCapabilities'
  | 'getStream'
  | 'getUnknownSound'
  | 'getLimitSound'
  | 'getFileCover'
  | 'stopNow'
  | 'deleteJob'
  | 'deleteMachine'
  | 'dismissPhones'
  | 'saveBackup'
  | 'restoreBackup'
  | 'getMetrics'
  | 'playTestSound';
type AnswersHere<Operations> = {
  [Name in keyof Operations]: Operations[Name] extends { answer: infer Answer } ? Answer : never;
};
type BodiesHere<Operations> = {
  [Name in keyof Operations as Operations[Name] extends { body: unknown }
    ? Name
    : never]: Operations[Name] extends {
    body: infer Body;
  }
    ? Body
    : never;
};

describe("the client's types", () => {
  it('match the contract exactly', () => {
    expectTypeOf<Omit<AnswersHere<StationOperations>, Silent>>().toEqualTypeOf<
      Omit<Answers<typeof stationRoutes>, Silent>
    >();
    expectTypeOf<BodiesHere<StationOperations>>().toEqualTypeOf<
      Pick<Bodies<typeof stationRoutes>, keyof BodiesHere<StationOperations>>
    >();
    expectTypeOf<StationEvents>().toEqualTypeOf<Carried<typeof stationEvents>>();
    // If the job is not over, the response is a different document, which the table lists separately.
    expectTypeOf<Omit<AnswersHere<PlotterOperations>, Silent | 'runJob'>>().toEqualTypeOf<
      Omit<Answers<typeof plotterRoutes>, Silent | 'runJob' | 'getProblemPage'>
    >();
    expectTypeOf<BodiesHere<PlotterOperations>>().toEqualTypeOf<
      Pick<Bodies<typeof plotterRoutes>, keyof BodiesHere<PlotterOperations>>
    >();
    expectTypeOf<PlotterEvents>().toEqualTypeOf<Carried<typeof plotterEvents>>();
  });
});
