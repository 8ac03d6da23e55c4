import type { RefusalCode } from '@stationery/contract';
import type { LinkPort } from '../link/link-port.ts';
import type { Begun, Driver, DriverName, Evidence, Identity } from './driver.ts';
import type { Effect } from './language/effect.ts';
import type { LinkEvent, LinkState, Reply, SendOptions } from './link.ts';
import type { MachineFacts, Profile } from './profile.ts';

/** A driver that leaves to another whatever it does not do itself. */
export abstract class ForwardingDriver implements Driver {
  protected abstract readonly inner: Driver;

  get name(): DriverName {
    return this.inner.name;
  }

  get identity(): Identity {
    return this.inner.identity;
  }

  get isRecognised(): boolean {
    return this.inner.isRecognised ?? true;
  }

  get evidence(): Evidence {
    return this.inner.evidence ?? 'named';
  }

  get facts(): MachineFacts {
    return this.inner.facts;
  }

  get window(): number {
    return this.inner.window;
  }

  get isStrict(): boolean {
    return this.inner.isStrict;
  }

  get tellsPosition(): Driver['tellsPosition'] {
    return this.inner.tellsPosition;
  }

  get state(): LinkState {
    return this.inner.state;
  }

  get isOpen(): boolean {
    return this.inner.isOpen;
  }

  get session(): number {
    return this.inner.session;
  }

  get portPath(): string {
    return this.inner.portPath;
  }

  configure(profile: Profile): void {
    this.inner.configure(profile);
  }

  effectOf(command: string): Effect {
    return this.inner.effectOf(command);
  }

  acknowledgementOf(command: string): string {
    return this.inner.acknowledgementOf(command);
  }

  refusalOf(terminalLine: string): RefusalCode {
    return this.inner.refusalOf(terminalLine);
  }

  begin(command: string, options: SendOptions): Begun {
    return this.inner.begin(command, options);
  }

  send(command: string, options: SendOptions): Promise<Reply> {
    return this.inner.send(command, options);
  }

  withdraw(): void {
    this.inner.withdraw();
  }

  stop(onWritten?: () => void): Promise<Reply> {
    return this.inner.stop(onWritten);
  }

  endHold(): void {
    this.inner.endHold();
  }

  connect(): void {
    this.inner.connect();
  }

  disconnect(): Promise<void> {
    return this.inner.disconnect();
  }

  usePort(port: LinkPort): Promise<void> {
    return this.inner.usePort(port);
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.inner.subscribe(listener);
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}
