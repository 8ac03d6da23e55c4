import { defaultPlotPause, describePlotReason, type Plot, type PlotReason } from '@stationery/contract';
import { AppError, type Clock, type Logger, lazy } from '@stationery/core';
import type { Card } from '../card/card.ts';
import type { StoredDetails } from '../store/tag-details-table.ts';
import type { TagRegistry } from '../tags/tag-registry.ts';
import { drawingsOf } from './drawings-of.ts';
import type { PlotReport, PlotService, PlotServiceOptions } from './plot-service.ts';
import { readPlotTarget } from './plot-target.ts';

/** Maximum size of a drawing, the same as at the board. */
const maxBytes = 16 * 1024 * 1024;
const maxOpen = 10;
const maxListed = 20;
const maxNameLength = 200;

interface PlotsDeps {
  config: {
    plotter: string;
    plotterToken: string | undefined;
    plotterCa: string | undefined;
    plotterSheets: 'ask' | 'automatic';
  };
  card: Card;
  tags: TagRegistry;
  clock: Clock;
  log: Logger;
  onChange: (plots: Plot[]) => void;
}

export class Plots {
  readonly #deps: PlotsDeps;
  readonly #ending = new AbortController();
  readonly #service: () => Promise<PlotService>;
  #plots: readonly Plot[] = [];
  #count = 0;
  readonly #asked = new Map<number, { atMs: number; times: number }>();
  #unfollow: AbortController | undefined;

  constructor(deps: PlotsDeps) {
    this.#deps = deps;
    const { plotter, plotterToken: token, plotterCa: ca, plotterSheets } = deps.config;
    this.#service = lazy(async () => {
      const { connectPlotService } = await import('./plot-service.ts');
      const options: PlotServiceOptions = { token, ca, newSheet: plotterSheets === 'ask' };
      return connectPlotService(readPlotTarget(plotter)!, options);
    });
  }

  get list(): Plot[] {
    return [...this.#plots];
  }

  /** Plots the next drawing of the tag. */
  async tapped(id: number): Promise<void> {
    const { card, tags, clock, log } = this.#deps;
    const tag = tags.details(id);
    const names = drawingsOf(tag);
    const { serial, name } = tag;
    const before = this.#asked.get(id);
    const filename = names[(before?.times ?? 0) % names.length]!;
    const plot: Plot = {
      id: ++this.#count,
      tag: { id, serial, name },
      filename,
      job: null,
      state: 'sending',
      progress: 0,
      reason: null,
      cause: null,
    };
    const refusal = this.#refusalOf(tag);
    if (refusal !== undefined) return this.#refuse(plot, refusal);
    this.#asked.set(id, { atMs: clock.nowMs(), times: (before?.times ?? 0) + 1 });
    this.#put(plot);
    try {
      const file = await card.find(filename);
      if (file === undefined) return this.#refuse(plot, { code: 'drawing-missing', filename });
      const drawing = await this.#read(file.id);
      if (drawing === undefined) return this.#refuse(plot, { code: 'drawing-too-large', filename });
      const { pause: _, ...options } = tag.plot ?? {};
      const request = { drawing, name: (name ?? filename).slice(0, maxNameLength), options };
      const service = await this.#service();
      const { job, report } = await service.submit(request, this.#ending.signal);
      log.info({ tag: serial, filename, job }, 'drawing of a tag queued');
      this.#put({ ...plot, job, ...membersOf(report) });
      this.#follow(service);
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      this.#refuse(plot, await this.#reasonOf(error, filename));
    }
  }

  close(): void {
    this.#ending.abort();
    this.#unfollow?.abort();
  }

  #refusalOf({ id, plot }: StoredDetails): PlotReason | undefined {
    const { config, clock } = this.#deps;
    if (config.plotter === 'none') return { code: 'plotter-off' };
    const open = this.#plots.filter(isOpen);
    if (open.some(({ tag }) => tag.id === id)) return { code: 'plot-open' };
    if (open.length >= maxOpen) return { code: 'plots-full' };
    const pauseMs = (plot?.pause ?? defaultPlotPause) * 1000;
    const leftMs = (this.#asked.get(id)?.atMs ?? Number.NEGATIVE_INFINITY) + pauseMs - clock.nowMs();
    return leftMs > 0 ? { code: 'plot-too-soon', seconds: Math.ceil(leftMs / 1000) } : undefined;
  }

  /** Resolves to undefined if the file is too large. */
  async #read(fileId: number): Promise<string | undefined> {
    const { file, handle } = await this.#deps.card.openContent(fileId);
    try {
      if (file.sizeBytes > maxBytes) return undefined;
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  }

  async #reasonOf(error: unknown, filename: string): Promise<PlotReason> {
    if (error instanceof AppError) return { code: 'drawing-missing', filename };
    const { refusalOf } = await import('./plot-service.ts');
    const refusal = refusalOf(error, readPlotTarget(this.#deps.config.plotter)!);
    if (refusal !== undefined) return refusal;
    this.#deps.log.error({ err: error }, 'drawing of a tag not plotted');
    return { code: 'plotter-refused', message: 'Unexpected error. See the log of the station.' };
  }

  #refuse(plot: Plot, cause: PlotReason): void {
    const reason = describePlotReason(cause);
    this.#deps.log.warn({ tag: plot.tag.serial, filename: plot.filename, reason }, 'drawing not plotted');
    this.#put({ ...plot, state: 'refused', cause, reason });
  }

  /** Adds or updates a plot. Drops the oldest finished plots. */
  #put(plot: Plot): void {
    const others = this.#plots.filter(
      // Remove an earlier refusal of the same tag, which a new tap replaces.
      ({ id, tag, state }) =>
        id !== plot.id && !(state === 'refused' && tag.id === plot.tag.id && id < plot.id),
    );
    const all = [plot, ...others].sort((one, other) => other.id - one.id);
    const over = all.filter((each) => !isOpen(each)).slice(maxListed - maxOpen);
    this.#set(all.filter((each) => !over.includes(each)));
  }

  #set(plots: readonly Plot[]): void {
    this.#plots = plots;
    this.#deps.onChange(this.list);
  }

  #follow(service: PlotService): void {
    if (this.#unfollow !== undefined) return;
    const ending = new AbortController();
    this.#unfollow = ending;
    const open = () => this.#plots.filter(isOpen).flatMap(({ job }) => job ?? []);
    service
      .follow(open, (job, report) => this.#reported(job, report), ending.signal)
      .catch((err: unknown) => {
        if (ending.signal.aborted) return;
        this.#deps.log.warn({ err }, 'plots of tags no longer followed');
        this.#unfollow = undefined;
        this.#set(this.#plots.filter((plot) => !isOpen(plot)));
      });
  }

  #reported(job: string, report: PlotReport | undefined): void {
    const plot = this.#plots.find((each) => each.job === job && isOpen(each));
    if (plot === undefined) return;
    if (report === undefined) this.#set(this.#plots.filter((each) => each !== plot));
    else {
      const members = membersOf(report);
      const isSame =
        members.state === plot.state &&
        members.reason === plot.reason &&
        Math.abs(members.progress - plot.progress) < 0.01;
      if (!isSame) this.#put({ ...plot, ...members });
    }
    if (this.#plots.some(isOpen)) return;
    this.#unfollow?.abort();
    this.#unfollow = undefined;
  }
}

const isOpen = ({ state }: Plot) => state !== 'done' && state !== 'failed' && state !== 'refused';

function membersOf(report: PlotReport) {
  const { state, progress } = report;
  const cause = causeOf(report);
  return { state, progress, cause, reason: cause && describePlotReason(cause) };
}

function causeOf({ state, message = 'No reason was given.', needsSheet }: PlotReport): PlotReason | null {
  if (state === 'failed') return { code: 'plot-ended', message };
  if (state !== 'paused') return null;
  return needsSheet ? { code: 'plot-needs-sheet' } : { code: 'plot-waits', message };
}
