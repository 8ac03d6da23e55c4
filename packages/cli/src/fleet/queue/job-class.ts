import type { BoardJob } from '@stationery/client/board';
import { jobPriorities } from '@stationery/contract/fleet';
import type { OptionValues } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';

type JobClass = BoardJob['class'];

export const classOptions = {
  paper: {
    placeholder: '<size>',
    help: 'Only plotters with this paper; an SVG is placed on it',
    completes: 'paper',
    mayBeEmpty: true,
  },
  pen: {
    placeholder: '<name>',
    help: 'Only plotters with this pen; may be repeated',
    repeats: true,
    mayBeEmpty: true,
  },
  tag: {
    placeholder: '<text>',
    help: 'Only plotters with this tag; may be repeated',
    repeats: true,
    mayBeEmpty: true,
  },
  to: { placeholder: '<device>', help: 'Only this plotter', mayBeEmpty: true },
  priority: { placeholder: '<high|normal|low>', help: 'Default: normal', completes: jobPriorities },
} as const;

type Chosen = Omit<OptionValues<typeof classOptions>, 'priority'>;

/** Returns the changed class. Members that are not given stay; an empty text removes a member. */
export function classOf({ paper, pen, tag, to }: Chosen, before: JobClass = {}): JobClass {
  const wanted = {
    paper: paper ?? before.paper,
    pens: pen.length > 0 ? pen.filter((name) => name !== '') : before.pens,
    tags: tag.length > 0 ? tag.filter((text) => text !== '') : before.tags,
    device: to ?? before.device,
  };
  return {
    ...(wanted.paper && { paper: wanted.paper }),
    ...(wanted.pens?.length && { pens: wanted.pens }),
    ...(wanted.tags?.length && { tags: wanted.tags }),
    ...(wanted.device && { device: wanted.device }),
  };
}

export function readPriority(text: string | undefined): (typeof jobPriorities)[number] | undefined {
  const found = jobPriorities.find((each) => each === text);
  if (text !== undefined && found === undefined)
    throw new UsageError(`--priority must be high, normal or low, not “${text}”`);
  return found;
}
