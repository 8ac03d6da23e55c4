import { number } from '../../format.ts';

/** The machine and its connection. */
export const machineEnglish = {
  connection: {
    state: {
      closed: 'Disconnected',
      opening: 'Opening the port …',
      waiting: 'Not connected',
      settling: 'The plotter is starting …',
      ready: 'Connected',
      busy: 'Connected',
      suspect: 'Resynchronising …',
    },
    attention: 'Needs attention',
    connect: 'Connect',
    retry: 'Try now',
    which: 'Which plotter?',
  },
  manualControl: {
    title: 'Manual control',
    pad: 'Jog pad. With the focus here, the arrow keys move the pen.',
    step: 'Step',
    mm: (mm: number) => `${number(mm)} mm`,
    up: 'Away from you',
    down: 'Towards you',
    left: 'Left',
    right: 'Right',
    jog: (direction: string, mm: number) => `${direction}, ${number(mm)} mm`,
    penUp: 'Pen up',
    penDown: 'Pen down',
    home: 'Home',
    homeLabel: 'Lift the pen and move to the origin',
    penHeights: 'Pen heights …',
    zero: 'Set origin',
    zeroLabel: 'Make this position the origin',
    zeroDone: 'This position is the origin now.',
    running: 'The plotter is busy. Pause the job to move the pen.',
    notConnected: 'The plotter is not connected.',
    unknownPosition:
      'Pen position unknown. Read it from the plotter, or move the pen to the origin manually and press “Set origin”.',
    originLost:
      'The origin may have moved, because the plotter lost its position. Move the pen to the origin and press “Set origin”.',
    placing: 'While a drawing is being placed, keys do not move the pen. Use the buttons of the jog pad.',
    readPosition: 'Read position',
  },
};
