import type { FormatNames } from '../drawing-formats.ts';

export const pictureFormats = {
  png: { title: 'PNG', endings: ['png'], mediaTypes: ['image/png'] },
  jpeg: { title: 'JPEG', endings: ['jpg', 'jpeg'], mediaTypes: ['image/jpeg'] },
} as const satisfies Record<string, FormatNames>;

export type PictureFormatName = keyof typeof pictureFormats;

export const pictureMediaTypes = (): string[] =>
  Object.values(pictureFormats).flatMap(({ mediaTypes }) => mediaTypes);

/** Ways to draw a picture; the drawing package implements them. */
export const pictureStyles = ['stipple', 'line', 'halftone', 'hatch', 'waves', 'contours', 'edges'] as const;

export type PictureStyleName = (typeof pictureStyles)[number];
