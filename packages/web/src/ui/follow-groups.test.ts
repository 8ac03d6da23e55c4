import { expect, it } from 'vitest';
import { followGroups } from './follow-groups.ts';

it('followGroups updates items in place, appends new items to their group and disables removed items', () => {
  const shown = [{ title: 'Fox', items: [{ label: 'Show' }, { label: 'Up' }, { label: 'Remove' }] }];
  const now = [
    { title: 'Fox 2', items: [{ label: 'Show', checked: true }, { label: 'Down' }, { label: 'Remove' }] },
    { items: [{ label: 'Off' }] },
  ];
  const followed = [
    {
      title: 'Fox 2',
      items: [
        { label: 'Show', checked: true },
        { label: 'Up', disabled: true },
        { label: 'Remove' },
        { label: 'Down' },
      ],
    },
    { items: [{ label: 'Off' }] },
  ];
  expect(followGroups(shown, now)).toEqual(followed);
  expect(followGroups(followed, shown)).toEqual([
    {
      title: 'Fox',
      items: [{ label: 'Show' }, { label: 'Up' }, { label: 'Remove' }, { label: 'Down', disabled: true }],
    },
    { items: [{ label: 'Off', disabled: true }] },
  ]);
});
