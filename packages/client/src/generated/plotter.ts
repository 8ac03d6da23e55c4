// Written by `npm run client-types` from the route tables of packages/contract. Not to be edited.

/** What each operation takes and gives, as it is on the wire. */
export interface PlotterOperations {
  /** Get the health of the service and whether the port is open */
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
  /** Get the connection, the pen position and the running job */
  getStatus: {
    answer: PlotterStatus;
  };
  /** Stop the machine at once */
  stopNow: {
    answer: undefined;
  };
  /** List the jobs, newest first */
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
  /** List the waiting jobs in the order in which they run */
  getQueue: {
    query: {
      limit?: number;
    };
    answer: {
      jobs: Job[];
    };
  };
  /** Get a job */
  getJob: {
    params: {
      id: number;
    };
    answer: Job;
  };
  /** Move a waiting job to another place in the queue */
  moveJob: {
    params: {
      id: number;
    };
    body: {
      to?: 'first' | 'last';
      /** The id of the waiting job that it goes before */
      before?: number;
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
  /** Resume a job */
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
  /** List the results of a job, in pages */
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
  /** Get the commands of a job, one per line */
  getJobCommands: {
    params: {
      id: number;
    };
    answer: string;
  };
  /** Get a small drawing of a job */
  getJobPreview: {
    params: {
      id: number;
    };
    answer: {
      /** Of everything that is drawn; null if nothing is */
      bounds: {
        minX: number;
        maxX: number;
        minY: number;
        maxY: number;
      } | null;
      /** The data of an SVG path; a dot is a stroke of two equal points */
      path: string;
    };
  };
  /** Remove a job that is not running or paused */
  deleteJob: {
    params: {
      id: number;
    };
    answer: undefined;
  };
  /** Check a job without running it */
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
        /** The line of the script */
        line?: number;
        command: string;
        code: 'unknown-command' | 'invalid-move' | 'outside-limits' | 'invalid-pen-height';
        /** What is wrong, for a person */
        reason: string;
        /** With the code `outside-limits`, in steps */
        outside?: {
          target: {
            x: number;
            y: number;
          };
          limits: {
            minX: number;
            maxX: number;
            minY: number;
            maxY: number;
          };
          /** To show the others, which are in steps, in mm */
          stepsPerMm: number;
        };
        /** With the code `invalid-pen-height` */
        penHeight?: {
          /** In the unit of the machine */
          height: number;
          /** What it takes. Left out: nothing, until the pen heights of the machine are set */
          heightLimits?: {
            min: number;
            max: number;
          };
        };
      })[];
    };
  };
  /** Plan a drawing: from SVG, HPGL or G-code to strokes, commands, a file or a job */
  planDrawing: {
    query: {
      /** As `paper` in the options. This and the following parameters are for a body that is the SVG itself */
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
      /** Two lengths: the top left corner of the paper, from the machine origin */
      paperAt?: string;
      /** `paper`, `margins` or `none` */
      crop?: string;
      /** `layers`, `colours`, `palette` or `one` */
      pens?: string;
      /** Such as `2:pen=Fine,speed=20,height=100,delay=100,passes=2,repeat=1,pause=yes`; several separated by `;` */
      layerSettings?: string;
      /** Their numbers (from 1) or names, separated by commas */
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
      /** Operations with their options, such as `hatch angle=45 spacing=0.5mm; hide by=layer; frame gap=5mm` */
      operations?: string;
      /** How long to look for a better order; 0 takes the first one */
      thinkMs?: number;
      /** Answer with the plan as a file of this format instead of JSON; not with `job` */
      format?: 'svg' | 'hpgl' | 'gcode-grbl' | 'gcode-marlin' | 'gcode-fluidnc' | 'commands';
      /** `strokes`, `commands`, both separated by a comma, or empty */
      include?: string;
      /** Queue the plan as a job of this name */
      job?: string;
      /** Any text: the events `plan` about this drawing carry it */
      reference?: string;
    };
    body: PlanRequest;
    answer: DrawingPlan;
  };
  /** List the pens that you own */
  getPens: {
    answer: PenPalette;
  };
  /** Replace the list of the pens that you own */
  putPens: {
    body: PenPalette;
    answer: PenPalette;
  };
  /** List the serial ports of this machine */
  getPorts: {
    answer: {
      ports: ({
        path: string;
        manufacturer?: string;
        serialNumber?: string;
        vendorId?: string;
        productId?: string;
        /** The service uses this port, or looks for the plotter there */
        inUse: boolean;
      })[];
      /** The port of the settings (`PLOTTER_SERIAL_PATH`) */
      configured: string;
    };
  };
  /** Choose the port of the plotter, and connect */
  choosePort: {
    body: {
      /** A path of `GET /api/plotter/ports` or a link to one (`/dev/serial/by-id/…`), the port of the settings, or `sim:` for the virtual plotter (`sim:grbl`, `sim:ebb` and `sim:pico` simulate other families) */
      path: string;
    };
    answer: PlotterStatus;
  };
  /** Open the port, and keep it open */
  connectPort: {
    answer: PlotterStatus;
  };
  /** Close the port until it is opened again */
  disconnectPort: {
    answer: PlotterStatus;
  };
  /** Get the machine profile: scale, limits, speeds */
  getMachine: {
    answer: MachineProfile;
  };
  /** Change the machine profile that is in use */
  putMachine: {
    body: MachineProfile;
    answer: MachineProfile;
  };
  /** List the saved machine profiles */
  listMachines: {
    answer: {
      machines: SavedMachine[];
    };
  };
  /** Save one more machine profile, and use it */
  addMachine: {
    body: MachineProfile;
    answer: SavedMachine;
  };
  /** Use a saved machine profile, and the driver that it is for */
  chooseMachine: {
    params: {
      id: number;
    };
    answer: MachineProfile;
  };
  /** Delete a saved machine profile */
  deleteMachine: {
    params: {
      id: number;
    };
    answer: undefined;
  };
  /** List the drivers, and presets for the plotters people own */
  getDrivers: {
    answer: {
      drivers: ({
        name: 'stationery' | 'pico' | 'grbl' | 'ebb';
        title: string;
      })[];
      presets: MachinePreset[];
      /** `auto`: the service finds out by the port, the USB ids and what the machine says of itself */
      choice: 'auto' | 'stationery' | 'pico' | 'grbl' | 'ebb';
      /** The driver of the settings (`PLOTTER_DRIVER`) */
      configured: 'auto' | 'stationery' | 'pico' | 'grbl' | 'ebb';
    };
  };
  /** Choose the driver of the plotter, and connect */
  chooseDriver: {
    body: {
      /** `auto`: the service finds out by the port, the USB ids and what the machine says of itself */
      driver: 'auto' | 'stationery' | 'pico' | 'grbl' | 'ebb';
    };
    answer: PlotterStatus;
  };
  /** Ask the machine what it is, and connect */
  detectDriver: {
    answer: {
      /** The driver for the machine; null if it is not sure */
      driver: 'stationery' | 'pico' | 'grbl' | 'ebb' | null;
      /** What the machine said */
      lines: string[];
    };
  };
  /** Get whether the plotter takes jobs of its fleet */
  getFleetSeat: {
    answer: FleetSeat;
  };
  /** Take the plotter out of the queue of its fleet or add it again, or say what is in it */
  changeFleetSeat: {
    body: {
      /** Whether it takes jobs of the fleet */
      inQueue?: boolean;
      /** What is in it, such as `a4` */
      paper?: string | null;
      pens?: string[];
      /** It takes no job until a person has put in a new sheet */
      needsPaper?: boolean;
    };
    answer: FleetSeat;
  };
  /** Stream the events of the plotter */
  streamPlotterEvents: {
    answer: string;
  };
  /** Get this description as OpenAPI 3.1 */
  getPlotterDescription: {
    answer: unknown;
  };
  /** Read this description as a page */
  getPlotterDocs: {
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
  'machine': MachineProfile;
  'plan': PlanUpdate;
  'line.out': {
    line: string;
  };
  'line.in': {
    line: string;
  };
  'notice': {
    text: string;
    cause: NoticeReason;
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

export type JobResult = {
  /** Every command was sent and succeeded */
  ok: boolean;
  total: number;
  /** Commands that succeeded */
  completed: number;
  /** Commands that failed or got no reply */
  failed: number;
  /** The job ended early: by a failure, by a person, or because the port was lost */
  stopped: boolean;
  results: JobCommandResult[];
};

export type JobCommandResult = {
  /** The same as `sent` */
  command: string;
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
  /** Commands that the machine accepted; of a job that does not run, those that it has carried out with success */
  completed: number;
  /** Commands that it refused or did not reply to */
  failed: number;
  /** How many commands, from the first, were given to the machine. After an interruption those from `executed` on are in doubt */
  sent: number;
  /** How many commands, from the first, the machine has carried out or refused. A machine that is sent commands ahead accepts them earlier */
  executed: number;
  stopOnError: boolean;
  liftPenOnFailure: boolean;
  timeoutMs: number;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  /** How long it has been plotted, without pauses; null before it starts. A part that ended with the service is estimated */
  durationMs: number | null;
  /** Of two waiting jobs, the one with the smaller number runs first; null where it does not wait */
  queueOrder: number | null;
  /** Estimated duration by the machine profile */
  estimatedMs: number;
  /** Remaining time while it runs, corrected by the time measured so far */
  remainingMs: number | null;
  /** The share of the estimated time that has passed; never decreases while the service runs, also if a stroke is drawn again */
  progress: number;
  /** The pens, in order; empty if none were given */
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
  cause?: JobReason;
} | {
  state: 'running';
  /** The index of the first command that the machine has not carried out */
  next: number;
} | {
  state: 'pausing';
  /** The index of the first command that the machine has not carried out */
  next: number;
} | {
  state: 'paused';
  /** The index of the first command that the machine has not carried out */
  next: number;
  /** What the job waits for, if the pause was planned */
  reason?: string;
  cause?: JobReason;
} | {
  state: 'cancelling';
  /** The index of the first command that the machine has not carried out */
  next: number;
} | {
  state: 'done';
} | {
  state: 'failed';
  /** The index of the first command that the machine has not carried out */
  next: number;
  /** What happened, for a person */
  reason: string;
  cause?: JobReason;
} | {
  state: 'cancelled';
  /** The index of the first command that the machine has not carried out */
  next: number;
  /** What happened, for a person */
  reason: string;
  cause?: JobReason;
} | {
  state: 'interrupted';
  /** The index of the first command that the machine has not carried out */
  next: number;
  /** The first command that was sent and of which nobody knows whether it was carried out; `sent` says how many there are */
  unknown: number | null;
  /** What happened, for a person */
  reason: string;
  cause?: JobReason;
};

/** Why a job is in its state; docs/error-codes.md lists the codes */
export type JobReason = SendReason | {
  code: 'cancelled-by-user';
} | {
  code: 'stopped-by-user';
} | {
  code: 'client-gone';
} | {
  code: 'machine-stopped';
} | {
  code: 'stopped-on-arrival';
} | {
  code: 'pen-change';
  /** Of the pen, from 1 */
  number: number;
  /** How many pens the job has */
  count: number;
  /** The name of the pen; the same as `colour` if it has none */
  name: string;
  colour: string;
} | {
  code: 'connection-lost';
} | {
  code: 'plotter-not-connected';
} | {
  code: 'command-refused';
  command: string;
  /** What the plotter answered */
  reply: string;
  refusal: CommandRefusal;
  /** It is not known which plotter this is */
  unrecognised?: true;
} | {
  code: 'reply-timeout';
  command: string;
} | {
  code: 'outside-limits';
  /** Of the command, from 0 */
  index: number;
  command: string;
  target: {
    x: number;
    y: number;
  };
  limits: {
    minX: number;
    maxX: number;
    minY: number;
    maxY: number;
  };
  /** To show the others, which are in steps, in mm */
  stepsPerMm: number;
} | {
  code: 'invalid-pen-height';
  /** Of the command, from 0 */
  index: number;
  command: string;
  /** In the unit of the machine */
  height: number;
  /** What it takes. Left out: nothing, until the pen heights of the machine are set */
  heightLimits?: {
    min: number;
    max: number;
  };
} | {
  code: 'job-other-scale';
  /** steps/mm */
  planned: number;
  /** steps/mm */
  plotter: number;
} | {
  code: 'commands-lost';
} | {
  code: 'commands-damaged';
} | {
  code: 'resume-refused';
  command: string;
  /** What the plotter answered */
  reply: string;
  refusal: CommandRefusal;
} | {
  code: 'resume-failed';
  because: SendReason;
} | {
  code: 'resume-not-saved';
} | {
  code: 'pause-cut-off';
  because: SendReason;
  /** What the job had paused for */
  request: string;
  pen?: {
    /** Of the pen, from 1 */
    number: number;
    /** How many pens the job has */
    count: number;
    /** The name of the pen; the same as `colour` if it has none */
    name: string;
    colour: string;
  };
} | {
  code: 'disk-full';
} | {
  code: 'not-saved';
  message: string;
} | {
  code: 'service-stopped';
} | {
  code: 'service-ended';
} | {
  code: 'service-restarted';
} | {
  code: 'start-failed';
} | {
  code: 'unexpected-error';
  message: string;
};

/** Why a command was not sent or has no reply */
export type SendReason = LinkReason | {
  code: 'plotter-missing';
  because: LinkReason;
} | {
  code: 'resynchronising';
  because: LinkReason;
};

/** Why the plotter cannot be reached, or why its replies are in doubt */
export type LinkReason = {
  code: 'port-missing';
  port: string;
} | {
  code: 'port-in-use';
  port: string;
} | {
  code: 'port-not-allowed';
  port: string;
} | {
  code: 'port-unreachable';
  port: string;
} | {
  code: 'port-failed';
  port: string;
  message: string;
} | {
  code: 'port-timeout';
  port: string;
  timeoutMs: number;
} | {
  code: 'port-lost';
  port: string;
} | {
  code: 'port-reopened';
} | {
  code: 'other-device';
  port: string;
  device: string;
} | {
  code: 'device-missing';
  port: string;
  device: string;
} | {
  code: 'devices-alike';
  port: string;
  count: number;
} | {
  code: 'disconnected';
} | {
  code: 'not-connected';
} | {
  code: 'board-restarted';
} | {
  code: 'board-reset';
} | {
  code: 'wrong-machine';
  driver: string;
  heard: string;
} | {
  code: 'machine-unidentified';
} | {
  code: 'firmware-too-old';
  firmware: string;
  needed: string;
} | {
  code: 'machine-setting';
  setting: string;
  value: string;
} | {
  code: 'machine-alarm';
  alarm: string;
} | {
  code: 'machine-door';
} | {
  code: 'machine-on-hold';
} | {
  code: 'machine-check-mode';
} | {
  code: 'machine-asleep';
} | {
  code: 'motion-unfinished';
} | {
  code: 'stopped-unsent';
} | {
  code: 'stopped-unfinished';
  command: string;
} | {
  code: 'abandoned-unsent';
  command: string;
} | {
  code: 'abandoned';
  command: string;
} | {
  code: 'unanswered';
  command: string;
} | {
  code: 'reply-lost';
  command: string;
} | {
  code: 'reply-owed';
} | {
  code: 'reply-owed-by-port';
} | {
  code: 'stop-unknown';
} | {
  code: 'stray-reply';
  line: string;
} | {
  code: 'sent-during-restart';
  command: string;
};

/** Why the plotter refused a command */
export type CommandRefusal = {
  code: 'unknown-command' | 'wrong-arguments' | 'out-of-range' | 'outside-limits' | 'garbled-line' | 'busy' | 'locked' | 'stopped' | 'other';
  /** Where the command would have led, if known */
  xMm?: number;
  yMm?: number;
  /** How far the machine reaches, if that is not far enough */
  limitsMm?: {
    minX: number;
    maxX: number;
    minY: number;
    maxY: number;
  };
};

export type PlotterStatus = {
  link: LinkStatus;
  portPath: string;
  /** In steps from the origin; null while unknown */
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
  /** Jobs in the queue that run when they are resumed */
  held: number;
  /** The area the machine can reach, in steps from the current origin; null if there are no limits, or if their position is unknown */
  reach: {
    minX: number;
    maxX: number;
    minY: number;
    maxY: number;
  } | null;
  /** Whether commands that would leave this area are refused now */
  enforcesLimits: boolean;
  /** Which family of machines is spoken to */
  driver: 'stationery' | 'pico' | 'grbl' | 'ebb';
  /** Whether that is certain: the machine was recognised, or a person said which it is. If not, ask the person which plotter it is */
  recognised: boolean;
  /** What the machine is, if it said so */
  model: string | null;
  /** The firmware of the machine and its version, if it said so */
  firmware: string | null;
  mqtt: MqttState;
};

export type LinkStatus = {
  state: 'closed';
} | {
  state: 'opening';
} | {
  state: 'waiting';
  /** What happened, for a person */
  reason: string;
  cause: LinkReason;
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
  cause: LinkReason;
};

/** The connection to the MQTT broker */
export type MqttState = {
  state: 'off';
} | {
  state: 'connecting';
  /** Of the broker, without user name and password */
  address: string;
} | {
  state: 'connected';
  /** Of the broker, without user name and password */
  address: string;
} | {
  state: 'failed';
  /** Of the broker, without user name and password */
  address: string;
  reason: string;
  cause: MqttReason;
};

/** Why the connection to MQTT does not work */
export type MqttReason = {
  code: 'mqtt-unreachable';
  /** Of the broker, without user name and password */
  address: string;
  /** What the names of its settings begin with, such as STATION_MQTT */
  settings: string;
} | {
  code: 'mqtt-login-refused';
  /** Of the broker, without user name and password */
  address: string;
  /** What the names of its settings begin with, such as STATION_MQTT */
  settings: string;
} | {
  code: 'mqtt-not-allowed';
  topic: string;
} | {
  code: 'mqtt-tls-failed';
  /** Of the broker, without user name and password */
  address: string;
  /** What the names of its settings begin with, such as STATION_MQTT */
  settings: string;
  /** What the broker or the system said */
  message: string;
} | {
  code: 'mqtt-lost';
  /** Of the broker, without user name and password */
  address: string;
} | {
  code: 'mqtt-session-taken';
  /** Of the broker, without user name and password */
  address: string;
} | {
  code: 'mqtt-refused';
  /** Of the broker, without user name and password */
  address: string;
  /** What the broker or the system said */
  message: string;
} | {
  code: 'mqtt-ca-unreadable';
  file: string;
  /** What the names of its settings begin with, such as STATION_MQTT */
  settings: string;
};

export type PlanRequest = {
  /** The drawing: an SVG, or the text of an HPGL or G-code file */
  svg: string;
  /** Other drawings for the same sheet, as `svg`; the operation `arrange` says how they lie. Layers with the same name and colour are drawn as one */
  more?: string[];
  options?: DrawingOptions;
  /** How long to look for a better order; 0 takes the first one */
  thinkMs?: number;
  /** What the answer contains besides the figures; default: everything */
  include?: ('strokes' | 'commands')[];
  /** Answer with the plan as a file of this format instead of JSON; not with `job` */
  format?: 'svg' | 'hpgl' | 'gcode-grbl' | 'gcode-marlin' | 'gcode-fluidnc' | 'commands';
  /** Queue the plan as a job, with a pause at every change of pen */
  job?: {
    /** A name for people */
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

export type DrawingPlan = {
  paper: {
    widthMm: number;
    heightMm: number;
  };
  paperAt: {
    xMm: number;
    yMm: number;
  };
  /** Pen-up travel, including the way from the origin and back for every pen */
  travelMm: number;
  drawMm: number;
  /** How often the pen is lifted */
  lifts: number;
  /** Machine time only, without pen changes */
  timeMs: number;
  /** The same strokes in the order of the file */
  before: {
    /** Pen-up travel, including the way from the origin and back for every pen */
    travelMm: number;
    drawMm: number;
    /** How often the pen is lifted */
    lifts: number;
    /** Machine time only, without pen changes */
    timeMs: number;
  };
  /** What was cropped or left out, and layers in white */
  warnings: DrawingNote[];
  /** What in the file is not drawn, or drawn differently */
  notes: DrawingNote[];
  /** One for every pen */
  layers: ({
    name: string;
    colour: string;
    strokeCount: number;
    /** The pen and its settings, where they are not as usual */
    settings?: {
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
  /** With `commands`: which pen draws from which command on */
  pens?: JobPen[];
  job?: Job;
};

export type DrawingNote = {
  /** A stable code for programs */
  code: 'hidden' | 'nothing-painted' | 'fill-left-out' | 'fill-outlined' | 'fill-not-drawn' | 'paint-simplified' | 'colour-unknown' | 'marker' | 'mask' | 'filter' | 'dashes-unreadable' | 'dashes-too-fine' | 'without-length' | 'without-size' | 'negative-size' | 'too-far-away' | 'beyond-page' | 'outside-page' | 'clipped-away' | 'path-mistake' | 'points-mistake' | 'length-mistake' | 'transform-box' | 'transform-endless' | 'picture' | 'film-or-sound' | 'animation' | 'script' | 'foreign-object' | 'other-language' | 'unknown-element' | 'conditional' | 'use-without-target' | 'use-circle' | 'other-file' | 'clip-unknown' | 'clip-circle' | 'clip-by-text' | 'clip-without-size' | 'clip-element' | 'text-font' | 'text-flowed' | 'text-length' | 'text-element' | 'text-places' | 'text-downwards' | 'text-path-missing' | 'text-path-too-short' | 'letter-missing' | 'style-property' | 'style-rule' | 'style-sheet' | 'page-size' | 'view-box' | 'layers-merged' | 'instruction-skipped' | 'instruction-mistake' | 'no-pen' | 'pen-guessed' | 'more-notes' | 'cut-off-at-paper' | 'cut-off-at-margins' | 'cut-off-by-machine' | 'too-short' | 'hidden-marks' | 'drawn-twice' | 'white-layer';
  /** The same as text for people; the wording may change */
  text: string;
  /** How often it occurred */
  count: number;
};

/** The pens that somebody owns. Colours of a drawing are matched to them with `pens: "palette"` in the options of a plan */
export type PenPalette = {
  pens: PalettePen[];
};

export type PalettePen = {
  name: string;
  colour: string;
  widthMm?: number;
  /** Speed with the pen down, in mm/s, as far as the plotter can. Left out: that of the machine profile */
  speedMmS?: number;
  /** How low the pen goes, in the unit of `penHeights` of the machine profile. Left out: as there */
  penDownHeight?: number;
  /** How long the pen waits on the paper before it moves */
  delayMs?: number;
};

export type MachineProfile = {
  name: string;
  stepsPerMm: number;
  /** What MOVE means on this machine */
  coordinates: 'absolute' | 'relative';
  /** The paper; null or left out if not set */
  size?: {
    widthMm: number;
    heightMm: number;
  } | null;
  /** In steps from where the board started (`ZERO` does not move them); null if there are none */
  limits: {
    minX: number;
    maxX: number;
    minY: number;
    maxY: number;
  } | null;
  /** Whether a command or job that would leave the limits is refused (422) before anything is sent. Null or left out: only while the board runs our own firmware */
  enforceLimits?: boolean | null;
  /** In steps/s, until a SPEED command changes it */
  speed: number;
  /** In steps/s² */
  acceleration: number;
  /** How long lifting the pen takes */
  penUpMs: number;
  /** How long lowering the pen takes */
  penDownMs: number;
  /** The driver that the profile is for. Left out: any */
  driver?: 'stationery' | 'pico' | 'grbl' | 'ebb';
  /** In steps/s with the pen up; `speed` is that with the pen down. Left out: the same as `speed` */
  penUpSpeed?: number;
  /** Whether the driver itself moves at `penUpSpeed` with the pen up. Left out or false: jobs that are made of drawings say so with SPEED. Ignored in a request */
  penUpSpeedByDriver?: boolean;
  /** How far from a corner the machine may be to keep its speed; 0 or left out: it stops at every corner */
  cornerDeviationMm?: number;
  /** Of a machine without acceleration: the time from one step to the next, until a SPEED command changes it */
  stepIntervalUs?: number;
  /** Whether `acceleration` is that of each axis, so that a diagonal gains speed faster. Left out: it is that along the line */
  accelerationPerAxis?: boolean;
  /** What the number of a SPEED command means on this machine. Left out: steps/s */
  speedUnit?: 'steps/s' | 'us/step';
  /** The smallest and the largest number that SPEED takes, in `speedUnit` */
  speedLimits?: {
    min: number;
    max: number;
  };
  /** What lifts the pen, on machines that have both: a servo, or the Z axis. Left out: as usual for the driver */
  penControl?: 'servo' | 'z';
  /** Where the pen is when it is up and when it is down, in the unit of the driver: a servo value, or Z in mm. Left out: as the machine has it */
  penHeights?: {
    up: number;
    down: number;
  };
  /** The smallest and the largest number that a pen height can be */
  penHeightLimits?: {
    min: number;
    max: number;
  };
  /** How the axes of the machine differ from those of a drawing (X to the right, Y towards you). `swap` is applied first; `mirrorX` and `mirrorY` reverse the axes of the machine. Left out: not at all */
  axes?: {
    swap: boolean;
    mirrorX: boolean;
    mirrorY: boolean;
  };
  /** The members that the machine itself reported: they count before what was set. Ignored in a request */
  reported?: string[];
};

export type SavedMachine = {
  id: number;
  name: string;
  /** The driver that the profile is for; null for any */
  driver: 'stationery' | 'pico' | 'grbl' | 'ebb' | null;
  /** Whether this profile counts now */
  inUse: boolean;
};

export type MachinePreset = {
  id: string;
  /** What people call the machine */
  title: string;
  driver: 'stationery' | 'pico' | 'grbl' | 'ebb';
  profile: MachineProfile;
};

export type FleetSeat = {
  /** Whether it is part of a fleet; if not, nothing else says anything */
  inFleet: boolean;
  /** Whether it takes jobs of the fleet */
  inQueue: boolean;
  /** What is in it, such as `a4` */
  paper: string | null;
  pens: string[];
  /** It takes no job until a person has put in a new sheet */
  needsPaper: boolean;
  /** Why it is out of the queue; may be empty */
  why: string;
  /** To the NATS server of the fleet; null if it is not part of one */
  connection: FleetConnection | null;
};

export type FleetConnection = {
  state: 'connected' | 'connecting' | 'refused';
  /** Why it is refused, and what to do; for a person */
  reason: string | null;
};

export type PlanUpdate = {
  /** One for every request, counted from the start of the service */
  id: number;
  /** The reference of the request */
  reference: string | null;
  state: PlanState;
};

export type PlanState = {
  state: 'waiting';
} | {
  state: 'reading';
} | {
  state: 'ordering';
  /** How much of `thinkMs` has passed */
  thoughtMs: number;
  thinkMs: number;
  /** Pen-up travel of the best plan so far */
  travelMm: number;
} | {
  state: 'answering';
} | {
  state: 'over';
};

/** What a notice is about */
export type NoticeReason = {
  code: 'plotter-said';
  line: string;
} | {
  code: 'late-reply';
  line: string;
} | {
  code: 'plotter-restarted';
} | {
  code: 'plotter-stopped';
  /** A job that was paused, and still is */
  pausedJob?: number;
  /** Whether it could be saved that the jobs are on hold */
  isSaved: boolean;
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
  | 'unknown-port'
  | 'plotter-busy'
  | 'plotter-stopped'
  | 'reply-timeout'
  | 'invalid-command'
  | 'outside-limits'
  | 'invalid-pen-height'
  | 'machine-unidentified'
  | 'unknown-machine'
  | 'machine-in-use'
  | 'unknown-job'
  | 'wrong-job-state'
  | 'job-not-resumable'
  | 'commands-lost'
  | 'position-lost'
  | 'key-reused'
  | 'not-svg'
  | 'invalid-drawing'
  | 'drawing-too-large'
  | 'too-many-drawings'
  | 'fleet-unreachable'
  | 'not-in-fleet';

export type PlotterSetupOperation =
  'getPens' | 'putPens' | 'listMachines' | 'addMachine' | 'chooseMachine' | 'deleteMachine' | 'getDrivers' | 'chooseDriver' | 'detectDriver' | 'getFleetSeat' | 'changeFleetSeat';

export const plotterPlaces: Record<Exclude<keyof PlotterOperations, PlotterSetupOperation>, string> = {
  getHealth: 'GET /api/plotter/health',
  sendCommand: 'POST /api/plotter/command',
  runJob: 'POST /api/plotter/job',
  getStatus: 'GET /api/plotter/status',
  stopNow: 'POST /api/plotter/stop',
  listJobs: 'GET /api/plotter/jobs',
  getQueue: 'GET /api/plotter/queue',
  getJob: 'GET /api/plotter/jobs/{id}',
  moveJob: 'POST /api/plotter/jobs/{id}/move',
  pauseJob: 'POST /api/plotter/jobs/{id}/pause',
  resumeJob: 'POST /api/plotter/jobs/{id}/resume',
  cancelJob: 'POST /api/plotter/jobs/{id}/cancel',
  rerunJob: 'POST /api/plotter/jobs/{id}/rerun',
  getJobResults: 'GET /api/plotter/jobs/{id}/results',
  getJobCommands: 'GET /api/plotter/jobs/{id}/commands',
  getJobPreview: 'GET /api/plotter/jobs/{id}/preview',
  deleteJob: 'DELETE /api/plotter/jobs/{id}',
  checkJob: 'POST /api/plotter/check',
  planDrawing: 'POST /api/plotter/plan',
  getPorts: 'GET /api/plotter/ports',
  choosePort: 'PUT /api/plotter/port',
  connectPort: 'POST /api/plotter/connect',
  disconnectPort: 'POST /api/plotter/disconnect',
  getMachine: 'GET /api/plotter/machine',
  putMachine: 'PUT /api/plotter/machine',
  streamPlotterEvents: 'GET /api/plotter/events',
  getPlotterDescription: 'GET /api/plotter/openapi.json',
  getPlotterDocs: 'GET /api/docs',
};

export const plotterSetupPlaces: Record<PlotterSetupOperation, string> = {
  getPens: 'GET /api/plotter/pens',
  putPens: 'PUT /api/plotter/pens',
  listMachines: 'GET /api/plotter/machines',
  addMachine: 'POST /api/plotter/machines',
  chooseMachine: 'POST /api/plotter/machines/{id}/choose',
  deleteMachine: 'DELETE /api/plotter/machines/{id}',
  getDrivers: 'GET /api/plotter/drivers',
  chooseDriver: 'PUT /api/plotter/driver',
  detectDriver: 'POST /api/plotter/driver/detect',
  getFleetSeat: 'GET /api/plotter/fleet',
  changeFleetSeat: 'PATCH /api/plotter/fleet',
};
