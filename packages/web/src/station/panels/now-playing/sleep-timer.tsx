import { stationTexts } from '../../../texts/station.ts';
import { Menu } from '../../../ui/index.ts';
import { useTicks } from '../../../ui/use-ticks.ts';
import { run } from '../../state/player.ts';
import { player } from '../../state/store.ts';

const offeredMinutes = [15, 30, 45, 60, 90];

export function SleepTimerMenu() {
  const { player: texts } = stationTexts;
  const isSet = typeof player.value?.state.sleep === 'number';
  const set = (sleep: number | null) => run((client) => client.set({ sleep }));
  return (
    <Menu
      icon="moon"
      label={texts.sleep}
      groups={[
        {
          title: texts.sleep,
          items: offeredMinutes.map((minutes) => ({
            icon: 'moon',
            label: texts.sleepIn(minutes),
            run: () => set(minutes * 60),
          })),
        },
        ...(isSet
          ? [{ items: [{ icon: 'cross' as const, label: texts.sleepOff, run: () => set(null) }] }]
          : []),
      ]}
    />
  );
}

/** Shows the remaining time. */
export function SleepTimerLeft() {
  const reported = player.value;
  const sleep = reported?.state.sleep ?? null;
  useTicks(5_000, sleep !== null);
  if (sleep === null) return null;
  const left = sleep - (performance.now() - (reported?.atMs ?? 0)) / 1000;
  return (
    <p class="small soft" role="status">
      {stationTexts.player.sleeps(Math.max(1, Math.ceil(left / 60)))}
    </p>
  );
}
