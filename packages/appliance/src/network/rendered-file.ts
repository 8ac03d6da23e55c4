export interface RenderedFile {
  readonly path: string;
  readonly mode: number;
  readonly content: string;
  /** The file is written only if it is missing, so that later changes are kept. */
  readonly keep?: true;
}

/** A link to /dev/null masks a systemd unit. */
export interface RenderedLink {
  readonly path: string;
  readonly target: string;
}

export type Rendered = RenderedFile | RenderedLink;

export const isLink = (rendered: Rendered): rendered is RenderedLink => 'target' in rendered;
