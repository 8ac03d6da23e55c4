export type PhotoProblem = 'no-marks' | 'too-close' | 'no-match' | 'too-large' | 'nothing';

const messages: Record<PhotoProblem, string> = {
  'no-marks':
    'The marks were not found in the photo. Take it again with the whole sheet in view, or say where the marks are',
  'too-close':
    'The points are too close to each other or on a line: choose points near the corners of the drawing',
  'no-match':
    'The drawing was not found at these points: check their order, and that this is the right sheet',
  'too-large': 'This job is too large to be compared with a photo',
  nothing: 'This job draws nothing that a photo can show',
};

/** A photo cannot be compared with a job. */
export class PhotoError extends Error {
  readonly problem: PhotoProblem;

  constructor(problem: PhotoProblem) {
    super(messages[problem]);
    this.name = 'PhotoError';
    this.problem = problem;
  }
}
