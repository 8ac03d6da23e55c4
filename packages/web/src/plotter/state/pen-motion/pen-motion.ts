import type { PlotterStatus } from '@stationery/client';
import type { Place } from './move.ts';
import type { PenFollower, TrailPlace } from './pen-follower.ts';

const noTrail: readonly TrailPlace[] = [];

/**
 * Position of the pen: as last reported, or once the follower is loaded, as calculated from the lines sent
 * and received.
 */
class PenMotion {
  #status: PlotterStatus | undefined;
  #follower: PenFollower | undefined;
  #isLoading = false;
  readonly #listeners = new Set<() => void>();

  get isDown(): boolean {
    return this.#follower?.isDown ?? this.#status?.pen === 'down';
  }

  get isMoving(): boolean {
    return this.#follower?.isMoving ?? false;
  }

  get movingFrom(): Place | undefined {
    return this.#follower?.movingFrom;
  }

  /** The part of the path that was drawn since the last progress report. */
  get trail(): readonly TrailPlace[] {
    return this.#follower?.trail ?? noTrail;
  }

  positionAt(nowMs: number): Place | undefined {
    return this.#follower ? this.#follower.positionAt(nowMs) : (this.#status?.position ?? undefined);
  }

  lineSent(line: string): void {
    this.#follower?.lineSent(line);
  }

  lineReceived(line: string): void {
    this.#follower?.lineReceived(line);
  }

  statusReceived(status: PlotterStatus): void {
    this.#status = status;
    if (this.#follower) this.#follower.statusReceived(status);
    else if (!this.#isLoading && status.link.state !== 'closed') void this.#load();
    this.#notify();
  }

  /** Called if lines were missed, so that the motion is unknown. */
  reset(): void {
    this.#follower?.reset();
  }

  /** Called after a progress report, which includes the trail. */
  clearTrail(): void {
    this.#follower?.clearTrail();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    try {
      const { PenFollower } = await import('./pen-follower.ts');
      this.#follower = new PenFollower(() => this.#notify());
      this.#follower.statusReceived(this.#status!);
    } catch {
      // The pen stays at the reported position. The next report tries again.
    }
    this.#isLoading = false;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const penMotion = new PenMotion();
