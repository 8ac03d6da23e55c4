import { describe, expect, it } from 'vitest';
import { CommandFollower } from '../../state/path/follow-commands.ts';
import { segmentKind } from '../../state/path/path.ts';
import { paintPath } from './paint-path.ts';

function painted(commands: readonly string[]): string[] {
  const follower = new CommandFollower(false);
  for (const command of commands) follower.add(command);
  const calls: string[] = [];
  const context = {
    beginPath: () => {},
    moveTo: (x: number, y: number) => void calls.push(`M${x} ${y}`),
    lineTo: (x: number, y: number) => void calls.push(`L${x} ${y}`),
    stroke: () => {},
  };
  const view = { scale: 1, offsetX: 0, offsetY: 0, sheet: undefined };
  paintPath({
    context,
    path: follower.path,
    view,
    from: 0,
    to: follower.path.length,
    kind: segmentKind.draw,
  });
  return calls;
}

describe('the picture of a job', () => {
  it('has a dot where the pen is only lowered and lifted', () => {
    expect(painted(['MOVE X10 Y20', 'PENDOWN', 'PENUP'])).toEqual(['M10 20', 'L10.01 20']);
  });

  it('consists of lines that are not simplified', () => {
    expect(painted(['MOVE X10 Y20', 'PENDOWN', 'MOVE X30 Y20', 'PENUP'])).toEqual(['M10 20', 'L30 20']);
  });
});
