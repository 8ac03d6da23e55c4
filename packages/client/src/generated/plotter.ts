// Written by `npm run client-types` from the route tables of packages/contract. Not to be edited.

/** What each operation takes and gives, as it is on the wire. */
export interface PlotterOperations {
  /** Is the service there, and is the port open? */
  getHealth: {
    answer: {
      status: 'ok';
      plotter: {
        portPath: string;
        baudRate: number;
        isOpen: boolean;
      };
    };
  };
  /** Send one command and wait for its reply */
  sendCommand: {
    body: {
      /** One line, 1 to 255 printable ASCII characters after trimming */
      command: string;
      /** Milliseconds to wait for the reply, from the moment the command is written */
      timeoutMs?: number;
    };
    answer: CommandResult;
  };
  /** Run several commands one after another */
  runJob: {
    body: JobRequest;
    answer: JobResult | Job;
  };
  /** The link, the position and the pen as far as known, and the job that runs */
  getStatus: {
    answer: PlotterStatus;
  };
  /** Halt the machine at once, out of turn */
  stopNow: {
    answer: undefined;
  };
  /** The jobs, newest first */
  listJobs: {
    query: {
      limit?: number;
      /** Only jobs with a smaller id */
      before?: number;
    };
    answer: {
      jobs: Job[];
    };
  };
  /** One job */
  getJob: {
    params: {
      id: number;
    };
    answer: Job;
  };
  /** Pause */
  pauseJob: {
    params: {
      id: number;
    };
    answer: Job;
  };
  /** Resume */
  resumeJob: {
    params: {
      id: number;
    };
    body?: {
      /** A person confirms that the pen stands at the origin of the drawing. It counts where the position was lost, and is ignored otherwise */
      penAtOrigin?: boolean;
    };
    answer: Job;
  };
  /** Cancel */
  cancelJob: {
    params: {
      id: number;
    };
    answer: Job;
  };
  /** Queue the same commands as a new job */
  rerunJob: {
    params: {
      id: number;
    };
    answer: Job;
  };
  /** What the device answered, in pages */
  getJobResults: {
    params: {
      id: number;
    };
    query: {
      /** The index of the first result */
      from?: number;
      limit?: number;
    };
    answer: {
      from: number;
      next: number | null;
      results: JobCommandResult[];
    };
  };
  /** The commands of a job, one a line */
  getJobCommands: {
    params: {
      id: number;
    };
    answer: string;
  };
  /** Forget a job that does not have the machine */
  deleteJob: {
    params: {
      id: number;
    };
    answer: undefined;
  };
  /** Look a job over before it runs */
  checkJob: {
    body: JobRequest;
    answer: {
      ok: boolean;
      total: number;
      estimatedMs: number;
      penLifts: number;
      bounds: {
        minX: number;
        maxX: number;
        minY: number;
        maxY: number;
      } | null;
      problems: ({
        index: number;
        command: string;
        reason: string;
      })[];
    };
  };
  /** From an SVG to strokes and commands, and to a job */
  planDrawing: {
    query: {
      /** As `paper` in the options. This and all that follow are for a body that is the SVG itself */
      paper?: string;
      /** `portrait` or `landscape` */
      orientation?: string;
      /** A length such as `10mm`, or four: top, right, bottom, left */
      margin?: string;
      /** `auto`, `drawing`, `page` or `none` */
      fit?: string;
      /** A factor */
      scale?: string;
      /** Degrees clockwise, or `auto` */
      rotate?: string;
      /** Such as `top-left` */
      align?: string;
      /** Two lengths such as `5mm,-2mm` */
      offset?: string;
      /** Two lengths: where the paper’s top left corner lies, from the machine’s origin */
      paperAt?: string;
      /** `paper`, `margins` or `none` */
      crop?: string;
      /** `layers`, `colours` or `one` */
      pens?: string;
      /** Their numbers from 1 on, or their names, with commas between */
      layers?: string;
      /** `outline` or `skip` */
      fill?: string;
      /** A length */
      tolerance?: string;
      /** A length */
      simplify?: string;
      /** A length */
      overlap?: string;
      /** A length */
      join?: string;
      /** A length */
      dropShorter?: string;
      /** `no` keeps the order of the file */
      order?: string;
      /** A whole number */
      seed?: string;
      /** A whole number */
      rounds?: string;
      /** How long to look for a better order; 0 takes the first, which is good already */
      thinkMs?: number;
      /** `strokes`, `commands`, both with a comma between, or nothing */
      include?: string;
      /** Queue the plan as a job of this name */
      job?: string;
      /** Any text: the events `plan` about this drawing carry it */
      reference?: string;
    };
    body: PlanRequest;
    answer: DrawingPlan;
  };
  /** The serial ports of this machine */
  getPorts: {
    answer: {
      ports: ({
        path: string;
        manufacturer?: string;
        serialNumber?: string;
        vendorId?: string;
        productId?: string;
      })[];
    };
  };
  /** Open the port, and keep it open */
  connectPort: {
    answer: PlotterStatus;
  };
  /** Close the port until it is asked for again */
  disconnectPort: {
    answer: PlotterStatus;
  };
  /** The machine profile: scale, limits, speeds */
  getMachine: {
    answer: MachineProfile;
  };
  /** Set the machine profile */
  putMachine: {
    body: MachineProfile;
    answer: MachineProfile;
  };
  /** What happens at the plotter, as it happens */
  streamPlotterEvents: {
    answer: string;
  };
  /** This description, in OpenAPI 3.1 */
  getPlotterDescription: {
    answer: unknown;
  };
  /** This description, as a page to read */
  getPlotterDocs: {
    answer: string;
  };
  /** What a problem type means and what to do, as a page to read */
  getProblemPage: {
    params: {
      /** The end of the problem `type`, such as `port-closed` */
      code: string;
    };
    answer: string;
  };
}

/** What each event carries, by its name. */
export interface PlotterEvents {
  'snapshot': PlotterStatus;
  'status': PlotterStatus;
  'job': Job;
  'job.deleted': {
    id: number;
  };
  'plan': PlanUpdate;
  'line.out': {
    line: string;
  };
  'line.in': {
    line: string;
  };
  'notice': {
    text: string;
  };
}

export type CommandResult = {
  sent: string;
  ok: boolean;
  /** The last line of the reply */
  terminalLine: string;
  /** All lines of the reply */
  lines: string[];
};

/** Exactly one of `script` and `commands` */
export type JobRequest = {
  /** Commands, one a line; empty lines and lines that begin with # or ; are skipped */
  script?: string;
  commands?: string[];
  /** Milliseconds to wait for the reply, from the moment the command is written */
  timeoutMs?: number;
  stopOnError?: boolean;
  /** Where the job fails because the plotter refused a command, PENUP is sent once, unless the pen is up */
  liftPenOnFailure?: boolean;
  /** What people call it */
  name?: string;
  /** Where the job waits for a person, such as for another pen, until it is resumed */
  pauses?: ({
    /** The index of the command to wait before */
    before: number;
    /** What is asked of the person */
    reason: string;
  })[];
  /** What it is drawn with, for pictures and lists; nothing is asked for or sent because of it */
  pens?: JobPen[];
};

export type JobPen = {
  /** What people call it */
  name: string;
  /** As `#rrggbb` */
  colour: string;
  /** The index of the first command that it is in for */
  from: number;
};

export type JobResult = {
  /** Every command was sent and answered well */
  ok: boolean;
  total: number;
  /** Commands that were answered well */
  completed: number;
  /** Commands that were answered badly or not at all */
  failed: number;
  /** It was left off: at a failure, by a person, or with the port */
  stopped: boolean;
  results: JobCommandResult[];
};

export type JobCommandResult = {
  sent: string;
  ok: boolean;
  terminalLine: string;
  lines: string[];
  error?: 'timeout' | 'disconnected';
};

export type Job = {
  id: number;
  name: string | null;
  state: JobState;
  total: number;
  completed: number;
  failed: number;
  stopOnError: boolean;
  liftPenOnFailure: boolean;
  timeoutMs: number;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  /** How long it takes by the machine profile */
  estimatedMs: number;
  /** How long it will still take while it runs, corrected by what was measured so far */
  remainingMs: number | null;
  /** The share of its estimated time that is over; while the service runs it never goes back, also where a stroke is drawn again */
  progress: number;
  /** What it is drawn with, in order; none where nobody said */
  pens: JobPen[];
  /** Where a paused or interrupted job continues when it is resumed: after the last time the pen was up. Null in other states, and where it cannot be resumed */
  resumePoint: {
    /** The index of the first command that is sent */
    command: number;
    /** Where the pen goes first, in steps; null if the job starts where the pen stands */
    position: {
      x: number;
      y: number;
    } | null;
  } | null;
};

export type JobState = {
  state: 'queued';
} | {
  state: 'held';
  /** What happened, for a person */
  reason: string;
} | {
  state: 'running';
  /** The index of the next command to send */
  next: number;
} | {
  state: 'pausing';
  /** The index of the next command to send */
  next: number;
} | {
  state: 'paused';
  /** The index of the next command to send */
  next: number;
  /** What the job waits for, where it was to pause here */
  reason?: string;
} | {
  state: 'cancelling';
  /** The index of the next command to send */
  next: number;
} | {
  state: 'done';
} | {
  state: 'failed';
  /** The index of the next command to send */
  next: number;
  /** What happened, for a person */
  reason: string;
} | {
  state: 'cancelled';
  /** The index of the next command to send */
  next: number;
  /** What happened, for a person */
  reason: string;
} | {
  state: 'interrupted';
  /** The index of the next command to send */
  next: number;
  /** The command that was sent and whose fate nobody knows */
  unknown: number | null;
  /** What happened, for a person */
  reason: string;
};

export type PlotterStatus = {
  link: LinkStatus;
  portPath: string;
  /** In steps from the origin; null while it is not known */
  position: {
    x: number;
    y: number;
  } | null;
  pen: 'up' | 'down' | null;
  /** The board restarted, or its connection was lost, since a person last set, homed or confirmed the origin. New jobs count from the origin that the board has now; jobs from before need a confirmation to be resumed */
  positionLost: boolean;
  /** The job that is running or paused */
  job: Job | null;
  queued: number;
  /** How far the machine reaches, in steps from the origin that counts now; null if there are no limits, or if their position is unknown */
  reach: {
    minX: number;
    maxX: number;
    minY: number;
    maxY: number;
  } | null;
  /** Whether commands that would leave this area are refused now */
  enforcesLimits: boolean;
};

export type LinkStatus = {
  state: 'closed';
} | {
  state: 'opening';
} | {
  state: 'waiting';
  /** What happened, for a person */
  reason: string;
  retryInMs: number;
} | {
  state: 'settling';
} | {
  state: 'ready';
} | {
  state: 'busy';
  command: string;
} | {
  state: 'suspect';
  /** What happened, for a person */
  reason: string;
};

export type PlanRequest = {
  /** The drawing */
  svg: string;
  options?: DrawingOptions;
  /** How long to look for a better order; 0 takes the first, which is good already */
  thinkMs?: number;
  /** What the answer is to hold besides the figures; all where nothing is said */
  include?: ('strokes' | 'commands')[];
  /** Queue the plan as a job, with a pause at every change of pen */
  job?: {
    /** What people call it */
    name?: string;
    /** Milliseconds to wait for the reply, from the moment the command is written */
    timeoutMs?: number;
    stopOnError?: boolean;
    liftPenOnFailure?: boolean;
  };
  /** Any text: the events `plan` about this drawing carry it */
  reference?: string;
};

export type DrawingOptions = {
  /** `a6` to `a0`, `letter`, `legal`, `tabloid`, or a size such as `210x297mm`; else the page of the drawing */
  paper?: string;
  /** Else a sheet with a name lies as the drawing does */
  orientation?: 'portrait' | 'landscape';
  /** 10 where nothing is said */
  marginMm?: number | {
    top: number;
    right: number;
    bottom: number;
    left: number;
  };
  /** `drawing`: what is drawn is fitted to the margins; `page`: the page of the file is; `none`: the size stays; `auto`: it stays where the page fits the paper */
  fit?: 'auto' | 'drawing' | 'page' | 'none';
  /** On top of what `fit` does */
  scale?: number;
  /** Degrees clockwise */
  rotate?: number | 'auto';
  /** Where the drawing lies between the margins */
  align?: 'top-left' | 'top' | 'top-right' | 'left' | 'center' | 'right' | 'bottom-left' | 'bottom' | 'bottom-right';
  offset?: {
    xMm: number;
    yMm: number;
  };
  /** Where lines are cut off; the limits of the machine always are such an edge */
  crop?: 'paper' | 'margins' | 'none';
  paperAt?: {
    xMm: number;
    yMm: number;
  };
  /** What makes a pen; `one`: nothing does */
  pens?: 'layers' | 'colours' | 'one';
  /** By index from 0 on or by name, in the order in which they are drawn; others are not */
  layers?: (number | string)[];
  /** What becomes of shapes without a stroke */
  fill?: 'outline' | 'skip';
  /** How far a line may stray from the curve that it stands for */
  toleranceMm?: number;
  /** Lines of one pen this close to each other are drawn once; 0 draws them all */
  overlapMm?: number;
  /** Ends this close are joined */
  joinMm?: number;
  dropShorterThanMm?: number;
  /** How far a line may be from the one in the file, for fewer moves */
  simplifyMm?: number;
  /** False keeps the order and direction of the file */
  order?: boolean;
  seed?: number;
  /** How often to try for a better order; the same number gives the same plan */
  rounds?: number;
};

export type DrawingPlan = {
  paper: {
    widthMm: number;
    heightMm: number;
  };
  paperAt: {
    xMm: number;
    yMm: number;
  };
  /** With the pen up, with the ways from the origin and back for every pen */
  travelMm: number;
  drawMm: number;
  /** How often the pen is lifted */
  lifts: number;
  /** Of the machine alone; a person who changes the pen takes longer */
  timeMs: number;
  /** The same strokes in the order of the file */
  before: {
    /** With the pen up, with the ways from the origin and back for every pen */
    travelMm: number;
    drawMm: number;
    /** How often the pen is lifted */
    lifts: number;
    /** Of the machine alone; a person who changes the pen takes longer */
    timeMs: number;
  };
  /** What was cut off or left out, and layers in white */
  warnings: DrawingNote[];
  /** What in the file is not drawn, or not as it stands there */
  notes: DrawingNote[];
  /** One for every pen */
  layers: ({
    name: string;
    colour: string;
    strokeCount: number;
    /** Each x, y, x, y, … in millimetres from the top left of the paper, in the order drawn */
    strokes?: (number[])[];
  })[];
  commands?: string[];
  /** With `commands`: where the pen is changed */
  pauses?: ({
    /** The index of the command to wait before */
    before: number;
    /** What is asked of the person */
    reason: string;
  })[];
  /** With `commands`: what draws from where on */
  pens?: JobPen[];
  job?: Job;
};

export type DrawingNote = {
  /** What it is about, for programs */
  code: 'hidden' | 'nothing-painted' | 'fill-left-out' | 'fill-outlined' | 'fill-not-drawn' | 'paint-simplified' | 'colour-unknown' | 'marker' | 'mask' | 'filter' | 'dashes-unreadable' | 'dashes-too-fine' | 'without-length' | 'without-size' | 'negative-size' | 'too-far-away' | 'beyond-page' | 'path-mistake' | 'points-mistake' | 'length-mistake' | 'transform-box' | 'transform-endless' | 'picture' | 'film-or-sound' | 'animation' | 'script' | 'foreign-object' | 'other-language' | 'unknown-element' | 'conditional' | 'use-without-target' | 'use-circle' | 'other-file' | 'clip-unknown' | 'clip-circle' | 'clip-by-text' | 'clip-without-size' | 'clip-element' | 'text-font' | 'text-flowed' | 'text-length' | 'text-element' | 'text-places' | 'text-downwards' | 'text-path-missing' | 'text-path-too-short' | 'letter-missing' | 'style-property' | 'style-rule' | 'style-sheet' | 'page-size' | 'view-box' | 'layers-merged' | 'more-notes' | 'cut-off-at-paper' | 'cut-off-by-machine' | 'too-short' | 'drawn-twice' | 'white-layer';
  /** The same for a person; the words may change */
  text: string;
  /** How often it was met */
  count: number;
};

export type MachineProfile = {
  name: string;
  stepsPerMm: number;
  /** What MOVE means on this machine */
  coordinates: 'absolute' | 'relative';
  /** The sheet that is drawn on; null or left out where nobody said */
  size?: {
    widthMm: number;
    heightMm: number;
  } | null;
  /** In steps from where the board started (after `ZERO` they stay where they are on the machine); null where there are none */
  limits: {
    minX: number;
    maxX: number;
    minY: number;
    maxY: number;
  } | null;
  /** Whether a command or a job that leads outside of the limits is refused (422) before anything is sent. Null or left out: while the board runs our own firmware; what another machine does with such a line is its own business */
  enforceLimits?: boolean | null;
  /** Steps a second, until a SPEED command says otherwise */
  speed: number;
  /** In steps/s²; every move begins and ends at rest */
  acceleration: number;
  penUpMs: number;
  penDownMs: number;
};

export type PlanUpdate = {
  /** One for every request, counted from the start of the service */
  id: number;
  /** What the request said */
  reference: string | null;
  state: PlanState;
};

export type PlanState = {
  state: 'waiting';
} | {
  state: 'reading';
} | {
  state: 'ordering';
  /** How much of `thinkMs` is over */
  thoughtMs: number;
  thinkMs: number;
  /** With the pen up between strokes, as it would be now */
  travelMm: number;
} | {
  state: 'answering';
} | {
  state: 'over';
};

/** Why the service can refuse a request; docs/error-codes.md says what each code means and what to do. */
export type PlotterErrorCode =
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
  | 'cross-site-request'
  | 'wrong-host'
  | 'service-stopping'
  | 'disk-full'
  | 'unexpected-error'
  | 'port-closed'
  | 'plotter-not-ready'
  | 'plotter-busy'
  | 'plotter-stopped'
  | 'reply-timeout'
  | 'invalid-command'
  | 'outside-limits'
  | 'unknown-job'
  | 'wrong-job-state'
  | 'job-not-resumable'
  | 'commands-lost'
  | 'position-lost'
  | 'key-reused'
  | 'not-svg'
  | 'invalid-drawing'
  | 'drawing-too-large'
  | 'too-many-drawings';

export const plotterPlaces: Record<keyof PlotterOperations, string> = {
  getHealth: 'GET /api/plotter/health',
  sendCommand: 'POST /api/plotter/command',
  runJob: 'POST /api/plotter/job',
  getStatus: 'GET /api/plotter/status',
  stopNow: 'POST /api/plotter/stop',
  listJobs: 'GET /api/plotter/jobs',
  getJob: 'GET /api/plotter/jobs/{id}',
  pauseJob: 'POST /api/plotter/jobs/{id}/pause',
  resumeJob: 'POST /api/plotter/jobs/{id}/resume',
  cancelJob: 'POST /api/plotter/jobs/{id}/cancel',
  rerunJob: 'POST /api/plotter/jobs/{id}/rerun',
  getJobResults: 'GET /api/plotter/jobs/{id}/results',
  getJobCommands: 'GET /api/plotter/jobs/{id}/commands',
  deleteJob: 'DELETE /api/plotter/jobs/{id}',
  checkJob: 'POST /api/plotter/check',
  planDrawing: 'POST /api/plotter/plan',
  getPorts: 'GET /api/plotter/ports',
  connectPort: 'POST /api/plotter/connect',
  disconnectPort: 'POST /api/plotter/disconnect',
  getMachine: 'GET /api/plotter/machine',
  putMachine: 'PUT /api/plotter/machine',
  streamPlotterEvents: 'GET /api/plotter/events',
  getPlotterDescription: 'GET /api/plotter/openapi.json',
  getPlotterDocs: 'GET /api/docs',
  getProblemPage: 'GET /problems/{code}',
};
