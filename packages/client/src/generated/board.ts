// Written by `npm run client-types` from the route tables of packages/contract. Not to be edited.

/** What each operation takes and gives, as it is on the wire. */
export interface BoardOperations {
  /** Get the connection to the NATS server, and how many devices and jobs there are */
  getFleetStatus: {
    answer: BoardStatus;
  };
  /** List the devices, with what each of them last reported */
  listFleetDevices: {
    answer: {
      devices: BoardDevice[];
    };
  };
  /** Get a device */
  getFleetDevice: {
    params: {
      id: string;
    };
    answer: BoardDevice;
  };
  /** List jobs, in the order in which they are given out */
  listFleetJobs: {
    query: {
      /** `over`: newest first */
      show?: 'open' | 'over' | 'all';
      /** How many to skip */
      from?: number;
      limit?: number;
    };
    answer: {
      jobs: BoardJob[];
      total: number;
    };
  };
  /** Queue a drawing or commands for the next free plotter that fits */
  submitFleetJob: {
    body: NewQueueJob;
    answer: {
      jobs: BoardJob[];
    };
  };
  /** Get a job */
  getFleetJob: {
    params: {
      id: string;
    };
    answer: BoardJob;
  };
  /** Hold a waiting job, or change its plotters or its priority */
  changeFleetJob: {
    params: {
      id: string;
    };
    body: QueueJobChange;
    answer: BoardJob;
  };
  /** Move a waiting job to another place among those of its priority */
  moveFleetJob: {
    params: {
      id: string;
    };
    body: {
      to: 'first' | 'last';
    } | {
      before: string;
    };
    answer: BoardJob;
  };
  /** Cancel a job */
  cancelFleetJob: {
    params: {
      id: string;
    };
    answer: BoardJob;
  };
  /** Draw a job again from the start, on any plotter that fits */
  drawFleetJobAgain: {
    params: {
      id: string;
    };
    answer: BoardJob;
  };
  /** List the collections that were published, and how far each is rolled out */
  listFleetCollections: {
    answer: {
      collections: BoardCollection[];
    };
  };
  /** Publish a collection as a new version */
  publishCollection: {
    params: {
      name: string;
    };
    body: string;
    answer: BoardCollection;
  };
  /** Give a version of a collection to one station, a tenth of them, or all */
  rollOutCollection: {
    params: {
      name: string;
    };
    body: {
      stage: 'one' | 'tenth' | 'all';
      /** The newest, if it is left out */
      version?: number;
      first?: string;
      /** Also where it would be refused */
      force?: boolean;
    };
    answer: BoardCollection;
  };
  /** Stop the roll-out of a collection: every station keeps what it carries */
  stopCollection: {
    params: {
      name: string;
    };
    answer: BoardCollection;
  };
  /** Get a code with which a device joins the fleet */
  enrollDevice: {
    body?: {
      /** Its id is made of it */
      name?: string;
    };
    answer: EnrolmentCode;
  };
  /** List the devices that have credentials, and those whose credentials were revoked */
  listEnrolledDevices: {
    answer: {
      devices: EnrolledDevice[];
    };
  };
  /** Revoke the credentials of a device */
  revokeDevice: {
    params: {
      id: string;
    };
    answer: EnrolledDevice;
  };
  /** Join the fleet with a code; needs no token */
  joinFleet: {
    body: JoinRequest;
    answer: JoinAnswer;
  };
  /** Stream the events of the devices and jobs */
  streamFleetEvents: {
    answer: string;
  };
  /** Get this description as OpenAPI 3.1 */
  getFleetDescription: {
    answer: unknown;
  };
  /** Read this description as a page */
  getFleetDocs: {
    answer: string;
  };
}

/** What each event carries, by its name. */
export interface BoardEvents {
  'snapshot': BoardStatus;
  'device': BoardDevice;
  'device.removed': {
    id: string;
  };
  'job': BoardJob;
}

export type BoardStatus = {
  broker: {
    /** The NATS server */
    address: string;
    /** `refused`: the server does not accept the credentials; `failing`: it is connected and stores nothing; `disk-full`: it has no room */
    state: 'connecting' | 'refused' | 'connected' | 'failing' | 'disk-full';
    /** Why it does not work, in English */
    reason: string | null;
  };
  devices: {
    total: number;
    online: number;
  };
  /** How many jobs are in each state */
  jobs: {
    waiting: number;
    held: number;
    offered: number;
    taken: number;
    plotting: number;
    paused: number;
    interrupted: number;
    cancelling: number;
    done: number;
    failed: number;
    cancelled: number;
  };
  /** Whether the token of this request may change something; not in events, which all receive */
  mayChange?: boolean;
};

export type BoardDevice = {
  id: string;
  /** It has reported within three of its heartbeats */
  isOnline: boolean;
  state: DeviceState;
};

export type DeviceState = {
  protocol: number;
  name: string;
  version: string;
  page: string | null;
  /** How often it says so */
  heartbeatMs: number;
  /** Any words, such as “room 3” */
  tags: string[];
  plotter?: PlotterDevice;
  station?: StationDevice;
};

export type PlotterDevice = {
  /** False: its owner has taken it out of the queue */
  inQueue: boolean;
  /** It can start a job now */
  isFree: boolean;
  whyNotFree: string | null;
  paper: string | null;
  pens: string[];
  job: DeviceJob | null;
  needsPen: string | null;
  /** It waits until a person says that a new sheet is in */
  needsPaper?: boolean;
};

export type DeviceJob = {
  queueJob: string | null;
  name: string | null;
  state: 'running' | 'pausing' | 'paused' | 'cancelling';
  progress: number;
  remainingMs: number | null;
  reason: string | null;
};

export type StationDevice = {
  card: {
    state: string;
    freeBytes: number | null;
    totalBytes: number | null;
  };
  reader: string;
  taps?: TapCounts;
  /** Its last firmware update, where that failed or was rolled back */
  failedUpdate?: {
    version: string | null;
    /** For a person */
    reason: string;
  };
  lastTap: {
    tag: string;
    at: string;
  } | null;
  collection: {
    name: string;
    /** What it carries; 0 for nothing */
    version: number;
    wanted: number | null;
    state: 'following' | 'downloading' | 'complete' | 'failed';
    /** Of what is downloaded */
    progress: number;
    reason: string | null;
  } | null;
};

export type TapCounts = {
  /** The days with taps, in order, in the time zone of the station */
  days: ({
    date: string;
    taps: number;
  })[];
  /** The most tapped, first */
  tags: ({
    name: string | null;
    taps: number;
  })[];
};

export type BoardJob = {
  id: string;
  name: string | null;
  group: string;
  copy: number;
  copies: number;
  createdAt: string;
  content: JobContent;
  class: JobClass;
  priority: 'high' | 'normal' | 'low';
  /** Of two jobs with the same priority, the one with the smaller number is next */
  order: number;
  /** Counts the plotters that the job was offered to; a device with a lower number may not draw it */
  fence: number;
  state: QueueJobState;
  /** Plotters that could not take it, and why; they are not offered it again */
  refusals: ({
    device: string;
    /** For a person */
    reason: string;
  })[];
  /** Plotters that had it before it was given to another one */
  earlier: ({
    device: string;
    /** Counts the plotters that the job was offered to; a device with a lower number may not draw it */
    fence: number;
    /** For a person */
    outcome: string;
  })[];
  /** Why no plotter can take it, one reason for each plotter; empty if one can, or if it does not wait */
  whyNot: string[];
};

export type JobContent = {
  /** `commands`: a job document as the plotter takes it; `drawing`: an SVG, planned by the plotter */
  kind: 'commands' | 'drawing';
  object: string;
  sizeBytes: number;
  options?: DrawingOptions;
  thinkMs?: number;
};

export type DrawingOptions = {
  /** `a6` to `a0`, `letter`, `legal`, `tabloid`, or a size such as `210x297mm`; else the page of the drawing */
  paper?: string;
  /** Default: the orientation of the drawing, for named paper sizes */
  orientation?: 'portrait' | 'landscape';
  /** Default 10 */
  marginMm?: number | {
    top: number;
    right: number;
    bottom: number;
    left: number;
  };
  /** `drawing`: what is drawn is fitted to the margins; `page`: the page of the file is; `none`: the size stays; `auto`: it stays where the page fits the paper */
  fit?: 'auto' | 'drawing' | 'page' | 'none';
  /** Applied after `fit` */
  scale?: number;
  /** Degrees clockwise */
  rotate?: number | 'auto';
  /** Position of the drawing between the margins */
  align?: 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  offset?: {
    xMm: number;
    yMm: number;
  };
  /** Where lines are cropped; they are always cropped at the machine limits */
  crop?: 'paper' | 'margins' | 'none';
  paperAt?: {
    xMm: number;
    yMm: number;
  };
  /** How pens are assigned; `palette`: each colour to the pen of `GET /api/plotter/pens` that looks most like it; `one`: a single pen for everything */
  pens?: 'layers' | 'colours' | 'palette' | 'one';
  layerSettings?: LayerSettings[];
  /** By index from 0 on or by name, in the order in which they are drawn; others are not */
  layers?: (number | string)[];
  /** How shapes without a stroke are drawn */
  fill?: 'outline' | 'skip';
  /** What is done with the drawing on the paper, in this order: hatching, hidden lines, wide strokes, copies, a frame and others */
  operations?: DrawingOperation[];
  /** How far a line may deviate from its curve */
  toleranceMm?: number;
  /** Lines of one pen this close to each other are drawn once; 0 draws them all */
  overlapMm?: number;
  /** Ends this close are joined */
  joinMm?: number;
  /** Strokes shorter than this are left out, dots too. Default: only those in the ink of another stroke of the same pen; 0 draws all */
  dropShorterThanMm?: number;
  /** How far a simplified line may deviate from the file */
  simplifyMm?: number;
  /** False keeps the order and direction of the file */
  order?: boolean;
  seed?: number;
  /** How often to try for a better order; the same number gives the same plan */
  rounds?: number;
};

/** What it does not say is as its pen has it */
export type LayerSettings = {
  /** By index from 0 on, or by name */
  layer: number | string;
  /** The name of a pen of the palette */
  pen?: string;
  /** Speed with the pen down, in mm/s, as far as the plotter can. Left out: that of the machine profile */
  speedMmS?: number;
  /** How low the pen goes, in the unit of `penHeights` of the machine profile. Left out: as there */
  penDownHeight?: number;
  /** How long the pen waits on the paper before it moves */
  delayMs?: number;
  /** How often each stroke is drawn, there and back */
  passes?: number;
  /** How often the whole layer is drawn */
  repeat?: number;
  /** Whether the job waits before the layer. Left out: where the pen is another one */
  pause?: boolean;
};

export type DrawingOperation = {
  kind: 'hatch';
  /** Only for these layers: by index from 0 on, by name, or by colour such as `#ff0000` */
  layers?: (number | string)[];
  /** `cross`: also across the lines; `inset`: along the outline, one line inside the other */
  pattern?: 'lines' | 'cross' | 'inset';
  /** Width of the pen: fills without gaps, and keeps the ink inside the outline */
  penMm?: number;
  /** Distance between lines; default: the width of the pen, or 0.5 */
  spacingMm?: number;
  /** Degrees clockwise */
  angle?: number;
  /** Distance to the outline; default: half the width of the pen, or 0 */
  insetMm?: number;
  /** False leaves out the outlines of shapes that have no stroke in the file */
  outline?: boolean;
} | {
  kind: 'hide';
  /** `layer`: only what lies on the same layer is hidden */
  by?: 'document' | 'layer' | 'off';
} | {
  kind: 'strokes';
  /** Only for these layers: by index from 0 on, by name, or by colour such as `#ff0000` */
  layers?: (number | string)[];
  /** Around the stroke, or filled with passes of the pen */
  as?: 'outline' | 'passes';
  /** Width of the pen; default 0.3 */
  penMm?: number;
} | {
  kind: 'filter';
  /** Only for these layers: by index from 0 on, by name, or by colour such as `#ff0000` */
  layers?: (number | string)[];
  /** Shorter lines are left out */
  shortestMm?: number;
  /** Longer lines are left out */
  longestMm?: number;
} | {
  kind: 'merge';
  /** Only for these layers: by index from 0 on, by name, or by colour such as `#ff0000` */
  layers?: (number | string)[];
  /** Default 0.5 */
  gapMm?: number;
} | {
  kind: 'simplify';
  /** Only for these layers: by index from 0 on, by name, or by colour such as `#ff0000` */
  layers?: (number | string)[];
  /** How far a line may deviate; default 0.05 */
  toleranceMm?: number;
} | {
  kind: 'crop';
  /** From the left edge of the paper */
  xMm: number;
  /** From the upper edge of the paper */
  yMm: number;
  /** Width of the rectangle */
  widthMm: number;
  /** Height of the rectangle */
  heightMm: number;
} | {
  kind: 'scale';
  factor?: number;
  /** Width of what is drawn */
  widthMm?: number;
  /** Height of what is drawn; with a width, both are kept to */
  heightMm?: number;
} | {
  kind: 'rotate';
  /** Clockwise */
  degrees: number;
} | {
  kind: 'mirror';
  /** `horizontal` swaps left and right, `vertical` top and bottom */
  axis?: 'horizontal' | 'vertical';
} | {
  kind: 'arrange';
  /** Next to each other; default: about as many as rows */
  columns?: number;
  /** Between two drawings, in the size of the files; default 5 */
  gapMm?: number;
} | {
  kind: 'copies';
  /** Next to each other */
  columns?: number;
  /** Below each other */
  rows?: number;
  /** Between two copies; default 5 */
  gapMm?: number;
  /** Makes them as large as the margins allow */
  fit?: boolean;
} | {
  kind: 'frame';
  /** Distance to what is drawn; default 5 */
  gapMm?: number;
  /** Whose pen draws it; default: the first */
  layer?: number | string;
} | {
  kind: 'marks';
  /** Default 5 */
  sizeMm?: number;
  /** Distance to what is drawn; default 5 */
  gapMm?: number;
};

export type JobClass = {
  /** What is in the plotter, such as `a4` */
  paper?: string;
  /** Pens that the plotter has */
  pens?: string[];
  /** Any words, such as “room 3” */
  tags?: string[];
  device?: string;
};

export type QueueJobState = {
  state: 'waiting';
} | {
  state: 'held';
} | {
  state: 'offered';
  device: string;
} | {
  state: 'taken';
  device: string;
} | {
  state: 'plotting';
  device: string;
  progress: number;
} | {
  state: 'paused';
  device: string;
  progress: number;
  /** For a person */
  reason: string;
} | {
  state: 'interrupted';
  device: string;
  progress: number;
  /** For a person */
  reason: string;
} | {
  state: 'cancelling';
  device: string;
} | {
  state: 'done';
  device: string;
} | {
  state: 'failed';
  device: string;
  /** For a person */
  reason: string;
} | {
  state: 'cancelled';
  /** For a person */
  reason: string;
};

/** Exactly one of `svg` and `job` */
export type NewQueueJob = {
  /** A drawing; the plotter that takes it plans it */
  svg?: string;
  options?: DrawingOptions;
  thinkMs?: number;
  job?: JobRequest;
  name?: string;
  copies?: number;
  class?: JobClass;
  priority?: 'high' | 'normal' | 'low';
  /** It waits until this is false */
  isHeld?: boolean;
};

/** Exactly one of `script` and `commands` */
export type JobRequest = {
  /** Commands, one a line; empty lines and lines that begin with # or ; are skipped */
  script?: string;
  commands?: string[];
  /** Milliseconds to wait for the reply, from the moment the command is written */
  timeoutMs?: number;
  stopOnError?: boolean;
  /** If the job fails because the plotter refused a command, PENUP is sent once, unless the pen is up */
  liftPenOnFailure?: boolean;
  /** A name for people */
  name?: string;
  /** Where the job pauses for a person, such as to change the pen, until it is resumed */
  pauses?: ({
    /** The index of the command to wait before */
    before: number;
    /** What is asked of the person */
    reason: string;
  })[];
  /** The pens, for display only */
  pens?: JobPen[];
  /** The scale that the commands are for; the job is not started on a plotter with another one */
  stepsPerMm?: number;
};

export type JobPen = {
  /** A name for people */
  name: string;
  /** As `#rrggbb` */
  colour: string;
  /** The index of the first command that it is in for */
  from: number;
};

export type QueueJobChange = {
  class?: JobClass;
  priority?: 'high' | 'normal' | 'low';
  /** It waits until this is false */
  isHeld?: boolean;
};

export type BoardCollection = {
  name: string;
  newest: CollectionVersion;
  /** Null before the first one */
  rollOut: CollectionRollOut | null;
  /** How many stations follow it */
  followers: number;
  /** How many of them carry the version of the roll-out */
  complete: number;
  /** Stations whose card is smaller than the newest version */
  tooSmall: string[];
};

export type CollectionVersion = {
  protocol: number;
  collection: string;
  version: number;
  publishedAt: string;
  list: {
    sha256: string;
    size: number;
  };
  files: number;
  /** All files together */
  bytes: number;
  tags: number;
};

export type CollectionRollOut = {
  protocol: number;
  collection: string;
  version: number;
  stage: 'one' | 'tenth' | 'all';
  /** Those that get this version; null for all that follow the collection */
  stations: string[] | null;
  /** What the others carry */
  before: number | null;
  /** Every station keeps what it carries */
  isStopped: boolean;
};

export type EnrolmentCode = {
  /** For `stationery fleet join`; it is good for one device */
  code: string;
  validSeconds: number;
};

export type EnrolledDevice = {
  id: string;
  name: string;
  enrolledAt: string;
  revokedAt: string | null;
};

export type JoinRequest = {
  /** The public nkey of the device */
  publicKey: string;
  /** HMAC-SHA-256 of the public key, with the code */
  proof: string;
};

export type JoinAnswer = {
  deviceId: string;
  /** What the device was called when its code was made; null: as it calls itself */
  name: string | null;
  /** The NATS server */
  url: string;
  /** The certificate of the NATS server, or of its authority, in PEM */
  ca: string | null;
  /** HMAC-SHA-256 of the answer, with the code: it comes from the board */
  proof: string;
};

/** Why the service can refuse a request; docs/error-codes.md says what each code means and what to do. */
export type BoardErrorCode =
  | 'malformed-request'
  | 'invalid-request'
  | 'unknown-parameter'
  | 'invalid-parameter'
  | 'unsupported-media-type'
  | 'request-too-large'
  | 'request-too-slow'
  | 'headers-too-large'
  | 'unknown-path'
  | 'method-not-allowed'
  | 'unauthorized'
  | 'viewer-token'
  | 'cross-site-request'
  | 'wrong-host'
  | 'service-stopping'
  | 'disk-full'
  | 'unexpected-error'
  | 'unknown-job'
  | 'wrong-job-state'
  | 'key-reused'
  | 'fleet-unreachable'
  | 'unknown-device'
  | 'collection-damaged'
  | 'collection-newer'
  | 'no-credentials'
  | 'code-refused'
  | 'too-many-attempts';

export const boardPlaces: Record<keyof BoardOperations, string> = {
  getFleetStatus: 'GET /api/fleet/status',
  listFleetDevices: 'GET /api/fleet/devices',
  getFleetDevice: 'GET /api/fleet/devices/{id}',
  listFleetJobs: 'GET /api/fleet/jobs',
  submitFleetJob: 'POST /api/fleet/jobs',
  getFleetJob: 'GET /api/fleet/jobs/{id}',
  changeFleetJob: 'PATCH /api/fleet/jobs/{id}',
  moveFleetJob: 'POST /api/fleet/jobs/{id}/move',
  cancelFleetJob: 'POST /api/fleet/jobs/{id}/cancel',
  drawFleetJobAgain: 'POST /api/fleet/jobs/{id}/again',
  listFleetCollections: 'GET /api/fleet/collections',
  publishCollection: 'POST /api/fleet/collections/{name}/versions',
  rollOutCollection: 'POST /api/fleet/collections/{name}/roll-out',
  stopCollection: 'POST /api/fleet/collections/{name}/stop',
  enrollDevice: 'POST /api/fleet/enrolments',
  listEnrolledDevices: 'GET /api/fleet/enrolled-devices',
  revokeDevice: 'POST /api/fleet/enrolled-devices/{id}/revoke',
  joinFleet: 'POST /join',
  streamFleetEvents: 'GET /api/fleet/events',
  getFleetDescription: 'GET /api/fleet/openapi.json',
  getFleetDocs: 'GET /api/docs',
};
