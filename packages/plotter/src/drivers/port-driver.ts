import type { LinkPort } from '../link/link-port.ts';
import type { DriverPort } from './driver-port.ts';
import type { LinkEvent, LinkState } from './link.ts';

/** What is the same for all drivers that keep a port open themselves. */
export abstract class PortDriver {
  protected abstract readonly port: DriverPort;

  abstract disconnect(): Promise<void>;

  get state(): LinkState {
    return this.port.state;
  }

  get isOpen(): boolean {
    return this.port.isOpen;
  }

  get session(): number {
    return this.port.session;
  }

  get portPath(): string {
    return this.port.path;
  }

  connect(): void {
    this.port.connect();
  }

  async usePort(port: LinkPort): Promise<void> {
    const gone = this.disconnect();
    this.port.usePort(port);
    await gone;
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.port.subscribe(listener);
  }

  async close(): Promise<void> {
    this.port.closeForGood();
    await this.disconnect();
    this.port.forgetListeners();
  }
}
