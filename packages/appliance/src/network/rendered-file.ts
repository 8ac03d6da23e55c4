/** A file as it is to be on the station: what is rendered is data, and others write or compare it. */
export interface RenderedFile {
  /** From the root of the system. */
  readonly path: string;
  readonly mode: number;
  readonly content: string;
  /** Written only where there is none: from then on it is its owner's. */
  readonly keep?: true;
}

/** A symbolic link; to /dev/null it masks a unit of systemd. */
export interface RenderedLink {
  readonly path: string;
  readonly target: string;
}

export type Rendered = RenderedFile | RenderedLink;

export const isLink = (rendered: Rendered): rendered is RenderedLink => 'target' in rendered;
