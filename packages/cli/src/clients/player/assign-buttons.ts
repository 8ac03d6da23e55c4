import type { Buttons } from '@stationery/client/player';
import { defineCommand } from '../../command-line/command.ts';
import { Failure, UsageError } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';
import { actionOf, amountsOf, oneOf, playerActions } from './setting-words.ts';
import { connectPlayer } from './show-state.ts';

const waitSeconds = 60;

export const buttons = defineCommand({
  summary: 'Show or change what buttons, knobs and remotes do at a station',
  about: `With --assign it waits up to ${waitSeconds} seconds for a button to be pressed or a knob to be turned at the station.`,
  service: 'station',
  options: {
    assign: {
      placeholder: '<action>',
      help: `What the button does: ${playerActions.join(', ')}`,
      completes: playerActions,
    },
    control: { placeholder: '<button>', help: 'Assign this button, such as key-164, without waiting' },
    minutes: { placeholder: '<minutes>', help: 'With “sleep”; default 30' },
    seconds: { placeholder: '<seconds>', help: 'With “forward” and “back”; default 30' },
    language: { placeholder: '<code>', help: 'With “language”, such as de; default: the next' },
    remove: { placeholder: '<button>', help: 'Remove the action of this button' },
  },
  examples: [
    'stationery buttons',
    'stationery buttons --assign pause',
    'stationery buttons --assign sleep --minutes 20 --control key-142',
    'stationery buttons --remove key-142',
  ],
  async run(context) {
    const { signal, out, options } = context;
    const action = oneOf('--assign', options.assign, playerActions);
    const amounts = amountsOf(options);
    const { control: given, language } = options;
    if (action === undefined && (given ?? options.minutes ?? options.seconds ?? language) !== undefined)
      throw new UsageError('--control, --minutes, --seconds and --language go with --assign');
    if (language !== undefined && action !== 'language')
      throw new UsageError('--language needs the action language');
    if (given !== undefined && !/^(?:key-\d{1,3}|knob-\d{1,2}-(?:up|down))$/.test(given))
      throw new UsageError(`--control must be like key-164 or knob-7-up, not “${given}”`);
    const client = await connectPlayer(context);
    let now = await client.buttons({ signal });
    const without = (control: string | undefined) => now.buttons.filter((each) => each.control !== control);
    if (options.remove !== undefined) {
      if (without(options.remove).length === now.buttons.length)
        throw new Failure(`“${plain(options.remove)}” has no action`);
      now = await client.changeButtons(without(options.remove), { signal });
    }
    if (action !== undefined) {
      if (given === undefined) out.note('Press the button now.');
      const control = given ?? (await client.waitForButton({ timeoutSeconds: waitSeconds, signal }));
      if (control === null) throw new Failure('no button was pressed');
      const button = {
        control,
        action: actionOf(action),
        ...amounts,
        ...(language !== undefined && { language }),
      };
      now = await client.changeButtons([...without(control), button], { signal });
    }
    out.result(now, () => {
      for (const button of now.buttons) out.line(describe(button));
      if (now.buttons.length === 0) out.line('No button has an action.');
      for (const { name, readable } of now.devices)
        if (!readable)
          out.note(`The station is not allowed to read “${plain(name)}”: add its user to the group input.`);
    });
  },
});

function describe({ control, action, minutes, seconds, language }: Buttons['buttons'][number]): string {
  const amount = minutes === undefined ? seconds && `${seconds} s` : `${minutes} min`;
  return [`${control}  ${action.replaceAll('_', '-')}`, amount ?? language].filter(Boolean).join(' ');
}
