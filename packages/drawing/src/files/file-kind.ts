/** What a file is, by its first bytes. Names and media types are often wrong. */
export type FileKind =
  /** Has an `svg` element, or is XML whose first element comes later: reading it will tell. */
  | 'svg'
  /** Compressed with gzip, as “.svgz” files are: unpack it, and look again. */
  | 'gzip'
  /** A script for `plot run`. */
  | 'plotter-commands'
  | 'g-code'
  | 'hpgl'
  | 'dxf'
  | 'dwg'
  | 'pdf'
  | 'postscript'
  /** Pixels: a photo, a scan, a screenshot. */
  | 'image'
  | 'zip'
  | 'html'
  /** Text that is none of the above. */
  | 'text'
  /** Bytes that are none of the above. */
  | 'binary'
  | 'empty';
