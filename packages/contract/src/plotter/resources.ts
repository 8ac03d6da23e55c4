import { Type } from 'typebox';
import { flag, integer, list, number, object, oneOf, optionals, orNull } from '../exact.ts';
import { MqttState } from '../mqtt.ts';
import type { StatusErrors } from '../route.ts';
import { driverNames, penControls, speedUnits } from './driver-names.ts';
import { JobReason } from './reasons/job-reasons.ts';
import { PlainLinkReason } from './reasons/link-reasons.ts';

export const jobUnderWay: StatusErrors = ['A job is running or paused; `job` names it', 'plotter-busy'];

export const TimeoutMs = integer(
  1,
  3_600_000,
  'Milliseconds to wait for the reply, from the moment the command is written',
);

export const CommandResult = object('CommandResult', {
  sent: Type.String(),
  ok: Type.Boolean(),
  terminalLine: Type.String({ description: 'The last line of the reply' }),
  lines: list(Type.String(), 'All lines of the reply'),
});

/** The result of a command of a job. If there was no reply, it has the reason. */
export const JobCommandResult = object('JobCommandResult', {
  command: Type.String({ description: 'The same as `sent`' }),
  sent: Type.String(),
  ok: Type.Boolean(),
  terminalLine: Type.String(),
  lines: Type.Array(Type.String()),
  error: Type.Optional(Type.Enum(['timeout', 'disconnected'])),
});

export const Pause = object({
  before: Type.Integer({ minimum: 0, description: 'The index of the command to wait before' }),
  reason: Type.String({ minLength: 1, maxLength: 200, description: 'The request to the user' }),
  ...optionals({
    at: Type.String({
      maxLength: 30,
      description:
        'Where the carriage waits, in millimetres from the machine origin, such as `0x250`. Marks that place the job again do not move this place',
    }),
  }),
});

export const Place = object({ xMm: Type.Number(), yMm: Type.Number() });

export const Dip = Type.String({
  maxLength: 500,
  description:
    'Places in millimetres from the machine origin, wherever the paper lies, such as `10x200/25x200`. The pen is dipped before its first stroke and for refills: lowered at the first place and moved to the others, such as the rim where it is wiped',
});

export const Pen = object('JobPen', {
  name: Type.String({ minLength: 1, maxLength: 200, description: 'A name for people' }),
  colour: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'As `#rrggbb`' }),
  from: Type.Integer({ minimum: 0, description: 'The index of the first command that it is in for' }),
  ...optionals({ dip: Dip }),
});

export const FoundMarks = Type.Array(object({ at: Place, found: Place }), {
  minItems: 2,
  maxItems: 20,
  description:
    'Marks on a sheet that is not where it was planned, in millimetres from the machine origin: where each was planned, and where the pen found it. The drawing is moved, rotated and scaled with the sheet. Two marks fit exactly; with more, the errors are averaged, and refused above 1 mm',
});

export const Marks = list(
  Place,
  'Centres of the registration marks that it draws, in millimetres from the machine origin',
  20,
);

export const SheetNumber = Type.Integer({
  description:
    'Increases whenever marks may have moved: the origin was set, the position was lost, or a job asked for a new sheet',
});

const Alignment = object({
  marks: FoundMarks,
  shift: object({ xMm: Type.Number(), yMm: Type.Number() }),
  degrees: Type.Number({ description: 'The rotation, clockwise' }),
  scale: Type.Number(),
  errorMm: Type.Number({ description: 'The largest error of a mark; 0 with two marks' }),
  sheetNumber: SheetNumber,
});

export const NewSheet = flag(
  'Before it starts, the job pauses and asks for a new sheet of paper. Default: true for a drawing (a job with `stepsPerMm`) behind another job that is not over, or when another job has run since it was queued; false otherwise',
);

export const JobRequest = Type.Object(
  {
    ...optionals({
      script: Type.String({
        description: 'Commands, one a line; empty lines and lines that begin with # or ; are skipped',
      }),
      commands: Type.Array(Type.String()),
      timeoutMs: TimeoutMs,
      stopOnError: Type.Boolean({ default: true }),
      liftPenOnFailure: Type.Boolean({
        default: false,
        description:
          'If the job fails because the plotter refused a command, PENUP is sent once, unless the pen is up',
      }),
      name: Type.String({ maxLength: 200, description: 'A name for people' }),
      pauses: list(
        Pause,
        'Where the job pauses for a person, such as to change the pen, until it is resumed',
        1000,
      ),
      pens: list(Pen, 'The pens, for display only', 1000),
      marks: Marks,
      foundMarks: FoundMarks,
      stepsPerMm: Type.Number({
        exclusiveMinimum: 0,
        maximum: 100_000,
        description:
          'The scale that the commands are for; the job does not start on a plotter with a different scale',
      }),
      newSheet: NewSheet,
    }),
  },
  { $id: 'JobRequest', description: 'Exactly one of `script` and `commands`' },
);

export const JobResult = object('JobResult', {
  ok: flag('Every command was sent and succeeded'),
  total: Type.Integer(),
  completed: Type.Integer({ description: 'Commands that succeeded' }),
  failed: Type.Integer({ description: 'Commands that failed or got no reply' }),
  stopped: flag('The job ended early: by a failure, by a person, or because the port was lost'),
  results: Type.Array(JobCommandResult),
});

const Next = Type.Integer({
  description: 'The index of the first command that the machine has not carried out',
});
const Reason = Type.String({ description: 'Description for users' });
/** `cause` is optional, because jobs stored by older versions have none. */
const why = { reason: Reason, cause: Type.Optional(JobReason) };
const linkWhy = { reason: Reason, cause: PlainLinkReason };

/** Each state has only the members that belong to it. */
export const JobState = Type.Union(
  [
    object({ state: Type.Literal('queued') }),
    object({ state: Type.Literal('held'), ...why }),
    object({ state: Type.Literal('running'), next: Next }),
    object({ state: Type.Literal('pausing'), next: Next }),
    object({
      state: Type.Literal('paused'),
      next: Next,
      reason: Type.Optional(Type.String({ description: 'The reason of a planned pause' })),
      cause: Type.Optional(JobReason),
    }),
    object({ state: Type.Literal('cancelling'), next: Next }),
    object({ state: Type.Literal('done') }),
    object({ state: Type.Literal('failed'), next: Next, ...why }),
    object({ state: Type.Literal('cancelled'), next: Next, ...why }),
    object({
      state: Type.Literal('interrupted'),
      next: Next,
      unknown: orNull(
        Type.Integer(),
        'The first command that was sent without knowing whether it was carried out; `sent` is their number',
      ),
      ...why,
    }),
  ],
  { $id: 'JobState' },
);

const ResumePoint = object({
  command: Type.Integer({ minimum: 0, description: 'The index of the first command that is sent' }),
  position: orNull(
    object({ x: Type.Integer(), y: Type.Integer() }),
    'The first target of the pen, in steps; null if the job starts at the current position',
  ),
});

export const Job = object('Job', {
  id: Type.Integer(),
  name: orNull(Type.String()),
  state: JobState,
  total: Type.Integer(),
  completed: Type.Integer({
    description:
      'Commands that the machine accepted; for a job that is not running, those carried out successfully',
  }),
  failed: Type.Integer({ description: 'Commands that it refused or did not reply to' }),
  sent: Type.Integer({
    description:
      'How many commands, from the first, were given to the machine. After an interruption those from `executed` on are in doubt',
  }),
  executed: Type.Integer({
    description:
      'How many commands, from the first, the machine has carried out or refused. A machine that is sent commands ahead accepts them earlier',
  }),
  stopOnError: Type.Boolean(),
  liftPenOnFailure: Type.Boolean(),
  timeoutMs: Type.Integer(),
  createdAt: Type.String(),
  startedAt: orNull(Type.String()),
  endedAt: orNull(Type.String()),
  durationMs: orNull(
    Type.Number(),
    'How long it has been plotted, without pauses; null before it starts. A part that ended with the service is estimated',
  ),
  queueOrder: orNull(
    Type.Integer(),
    'Of two waiting jobs, the one with the smaller number runs first; null unless the job waits',
  ),
  estimatedMs: Type.Number({ description: 'Estimated duration by the machine profile' }),
  remainingMs: orNull(Type.Number(), 'Remaining time while it runs, corrected by the time measured'),
  progress: number(
    0,
    1,
    'The share of the estimated time that has passed; never decreases while the service runs, also if a stroke is drawn again',
  ),
  pens: list(Pen, 'The pens, in order; empty if none were given'),
  marks: Marks,
  alignment: orNull(
    Alignment,
    'How its sheet lies, by the marks that were found; null if it was not aligned. `shift` is that of the centre of the marks. The job starts only while the plotter has the same `sheetNumber`',
  ),
  stepsPerMm: orNull(Type.Number(), 'The scale that its commands are for; null if none was given'),
  newSheet: flag('It pauses before it starts, and asks for a new sheet of paper'),
  resumePoint: orNull(
    ResumePoint,
    'Where a paused or interrupted job continues when it is resumed: where it left off if the pen was up there, else after the last time the pen was up. Null in other states, and if it cannot be resumed',
  ),
});

export const LinkStatus = Type.Union(
  [
    object({ state: Type.Literal('closed') }),
    object({ state: Type.Literal('opening') }),
    object({ state: Type.Literal('waiting'), ...linkWhy, retryInMs: Type.Number() }),
    object({ state: Type.Literal('settling') }),
    object({ state: Type.Literal('ready') }),
    object({ state: Type.Literal('busy'), command: Type.String() }),
    object({ state: Type.Literal('suspect'), ...linkWhy }),
  ],
  { $id: 'LinkStatus' },
);

export const StepArea = object({
  minX: Type.Integer(),
  maxX: Type.Integer(),
  minY: Type.Integer(),
  maxY: Type.Integer(),
});

export const PlotterStatus = object('PlotterStatus', {
  link: LinkStatus,
  portPath: Type.String(),
  position: orNull(
    object({ x: Type.Integer(), y: Type.Integer() }),
    'In steps from the origin; null while unknown',
  ),
  pen: orNull(Type.Enum(['up', 'down'])),
  positionLost: flag(
    'The origin may have moved: the board restarted, or its connection was lost and its position cannot be proven. New jobs count from the origin that the board has now; jobs from before need a confirmation to be resumed. To end this, move the pen to the origin and send `ZERO`. `HOME` ends it only on a machine that finds its origin with switches',
  ),
  job: orNull(Job, 'The job that is running or paused'),
  queued: Type.Integer(),
  held: Type.Integer({ description: 'Jobs in the queue that run when they are resumed' }),
  sheetNumber: SheetNumber,
  reach: orNull(
    StepArea,
    'The area the machine can reach, in steps from the current origin; null if there are no limits, or if their position is unknown',
  ),
  enforcesLimits: flag('Whether commands that would leave this area are refused now'),
  driver: oneOf([...driverNames], 'Which family of machines is spoken to'),
  recognised: flag(
    'Whether that is certain: the machine was recognised, or a person said which it is. If not, ask the person which plotter it is',
  ),
  model: orNull(Type.String(), 'The model, if the machine reported it'),
  firmware: orNull(Type.String(), 'The firmware of the machine and its version, if it said so'),
  mqtt: MqttState,
});

export const MachineProfile = object('MachineProfile', {
  name: Type.String({ maxLength: 100 }),
  stepsPerMm: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }),
  coordinates: oneOf(['absolute', 'relative'], 'The meaning of MOVE on this machine'),
  limits: orNull(
    StepArea,
    'In steps from where the board started (`ZERO` does not move them); null if there are none',
  ),
  speed: Type.Number({ exclusiveMinimum: 0, description: 'In steps/s, until a SPEED command changes it' }),
  acceleration: Type.Number({ exclusiveMinimum: 0, description: 'In steps/s²' }),
  penUpMs: Type.Number({ minimum: 0, description: 'How long lifting the pen takes' }),
  penDownMs: Type.Number({ minimum: 0, description: 'How long lowering the pen takes' }),
  ...optionals({
    size: orNull(
      object({
        widthMm: Type.Number({ exclusiveMinimum: 0 }),
        heightMm: Type.Number({ exclusiveMinimum: 0 }),
      }),
      'The paper; null or absent if not set',
    ),
    enforceLimits: orNull(
      Type.Boolean(),
      'Whether a command or job that would leave the limits is refused (422) before anything is sent. Null or absent: only if the board runs Stationery firmware',
    ),
    driver: oneOf([...driverNames], 'The driver that the profile is for. Left out: any'),
    penUpSpeed: Type.Number({
      exclusiveMinimum: 0,
      description:
        'In steps/s with the pen up; `speed` is that with the pen down. Left out: the same as `speed`',
    }),
    penUpSpeedByDriver: flag(
      'Whether the driver itself moves at `penUpSpeed` with the pen up. Absent or false: jobs from drawings include SPEED commands for it. Ignored in a request',
    ),
    homing: flag(
      'The machine has a limit switch: `HOME` finds its corner. Absent or false: `HOME` moves to the assumed origin. Some machines report this themselves',
    ),
    cornerDeviationMm: number(
      0,
      10,
      'How far from a corner the machine may be to keep its speed; 0 or left out: it stops at every corner',
    ),
    stepIntervalUs: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      description:
        'Of a machine without acceleration: the time from one step to the next, until a SPEED command changes it',
    }),
    accelerationPerAxis: flag(
      'Whether `acceleration` is that of each axis, so that a diagonal gains speed faster. Absent: it is along the path',
    ),
    speedUnit: oneOf([...speedUnits], 'The unit of SPEED commands on this machine. Default: steps/s'),
    speedLimits: object(
      { min: Type.Number({ exclusiveMinimum: 0 }), max: Type.Number({ exclusiveMinimum: 0 }) },
      'The smallest and the largest number that SPEED takes, in `speedUnit`',
    ),
    penControl: oneOf(
      [...penControls],
      'What lifts the pen, on machines that have several: a servo, the output of the spindle, or the Z axis. Left out: the default of the driver',
    ),
    penHeights: object(
      {
        up: Type.Number({ minimum: -100_000, maximum: 100_000 }),
        down: Type.Number({ minimum: -100_000, maximum: 100_000 }),
      },
      'Where the pen is when it is up and when it is down, in the unit of the driver: a servo value, or Z in mm. Left out: as the machine has it',
    ),
    lowersGently: flag(
      'Spreads the lowering of the pen over `penDownMs`, instead of dropping it. Only with a driver whose `can.lowersGently` is true',
    ),
    penHeightLimits: object(
      { min: Type.Number(), max: Type.Number() },
      'The smallest and the largest number that a pen height can be',
    ),
    parkAt: object(
      { xMm: Type.Number(), yMm: Type.Number() },
      'Where the carriage waits when a job from a drawing pauses for a pen, from the origin. Left out: at the origin, and in place for a refill',
    ),
    axes: object(
      { swap: Type.Boolean(), mirrorX: Type.Boolean(), mirrorY: Type.Boolean() },
      'How the axes of the machine differ from those of a drawing (X to the right, Y towards you). `swap` is applied first; `mirrorX` and `mirrorY` reverse the axes of the machine. Left out: not at all',
    ),
    can: object(
      {
        penControl: list(Type.Enum([...penControls]), 'Between which values of `penControl` one can choose'),
        drivenByProfile: flag(
          'Whether the driver moves the machine with the speeds and accelerations of the profile. False: they are used for estimates and pictures',
        ),
        linesAreCommands: flag('Whether the lines on the wire are the commands themselves'),
        lowersGently: flag('Whether the driver can lower the pen gently'),
        minPenHeight: Type.Optional(
          object(
            {
              servo: Type.Optional(Type.Number()),
              spindle: Type.Optional(Type.Number()),
              z: Type.Optional(Type.Number()),
            },
            'The smallest pen height by `penControl`',
          ),
        ),
        scaleSettings: Type.Optional(
          object(
            { x: Type.String(), y: Type.String() },
            'How the lines begin that set the scale of each axis on the machine; the number follows',
          ),
        ),
      },
      'Capabilities of the driver. Ignored in requests',
    ),
    reported: list(
      Type.String({ maxLength: 40 }),
      'The members that the machine itself reported: they override set values. Ignored in requests',
      40,
    ),
  }),
});

export const Problem = Type.Object(
  {
    type: Type.String({ description: '`/problems/` and the code; a page at this address explains it' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.Optional(Type.String()),
  },
  {
    $id: 'Problem',
    description:
      'RFC 9457; some carry more members, such as `lines`, `job`, or `cause`: the reason with a code, as in the state of a job',
  },
);
