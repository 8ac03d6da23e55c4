/** Faults of the simulated chip, with descriptions for users. */
export const faultDescriptions = {
  'late-ack': 'the chip confirms commands three times later than the data sheet allows',
  'answer-before-ack': 'the answer comes before the confirmation',
  garbage: 'random bytes come before every frame',
  silence: 'the chip does not answer',
  'silent-without-tag': 'the chip says nothing when there is no tag',
  'split-frames': 'frames come in pieces of one to three bytes',
  'corrupt-checksum': 'every answer comes with a wrong checksum first, and right when asked for again',
  babbling: 'nothing but random bytes comes, whatever is sent',
} as const;

export type Fault = keyof typeof faultDescriptions;

export const faults = Object.keys(faultDescriptions) as Fault[];

export function isFault(name: string): name is Fault {
  return Object.hasOwn(faultDescriptions, name);
}
