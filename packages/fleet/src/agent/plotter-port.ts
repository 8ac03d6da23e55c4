import type { AnswerOf, PlotterEvent, plotterRoutes } from '@stationery/contract';
import type { JobContent } from '@stationery/contract/fleet';
import type { FleetMembership, ShownMembership } from './plotter-membership.ts';

export type PlotterStatus = AnswerOf<typeof plotterRoutes.getStatus>;
export type PlotterJob = AnswerOf<typeof plotterRoutes.getJob>;

/** The plotter service as the agent sees it. The command line connects the two. */
export interface PlotterPort {
  status(): PlotterStatus;
  name(): string;
  subscribe(listener: (event: PlotterEvent) => void): () => void;
  job(id: number): PlotterJob | undefined;
  jobWithKey(key: string): PlotterJob | undefined;
  addJob(document: AsyncIterable<Buffer>, key: string, onStored: (id: number) => void): Promise<PlotterJob>;
  addDrawing(
    drawing: {
      svg: Uint8Array<ArrayBuffer>;
      options?: JobContent['options'];
      thinkMs?: number;
      newSheet?: boolean;
      name?: string;
    },
    key: string,
    onStored: (id: number) => void,
    signal: AbortSignal,
  ): Promise<PlotterJob>;
  cancel(id: number): Promise<void>;
  remove(id: number): void;
}

export interface FleetAgentSlot {
  take(agent: {
    beforeResume(jobId: number): Promise<void>;
    stopped(): void;
    membership(): ShownMembership;
    changeMembership(change: Partial<FleetMembership>): ShownMembership;
  }): () => void;
}
