import { signal } from '@preact/signals';
import { reportFailure } from '../../service/index.ts';
import { stationTexts } from '../../texts/station.ts';
import { showToast } from '../../ui/index.ts';
import { scrollTo } from '../../ui/scroll-to.ts';
import { station, stationTags } from '../client.ts';
import { applyEvent } from './apply-event.ts';
import type { SampleKey } from './sample-sounds.ts';
import { sampleTags } from './sample-tags.ts';
import { fileNamed, simulated, tags } from './store.ts';

export const addingSamples = signal(false);

export const samplesReady = signal(false);

/** The other sample tags stay unknown until the user adds them. */
const soundOfTag = [
  ['fox', 'bell'],
  ['owl', 'marimba'],
  ['snail', 'bird'],
] as const;

/** With the simulated reader, also adds a tag for each sound. */
export async function addSamples(): Promise<void> {
  if (addingSamples.value) return;
  addingSamples.value = true;
  await reportFailure(async () => {
    for (const [tagKey, soundKey] of soundOfTag) {
      if (!simulated.value) await addSound(soundKey);
      else await addSoundAndTag(tagKey, soundKey);
    }
    if (simulated.value) {
      // Shows no toast, because it would cover the sample tags.
      samplesReady.value = true;
      scrollTo('.sample');
    } else showToast({ message: stationTexts.samples.readyToBind });
  });
  addingSamples.value = false;
}

async function addSound(key: SampleKey): Promise<string> {
  const title = stationTexts.samples.names[key];
  const filename = `${title}.wav`;
  if (fileNamed(filename) !== undefined) return filename;
  const { makeSample } = await import('./sample-sounds.ts');
  const file = await station.upload(new Blob([makeSample(key, title)], { type: 'audio/wav' }), { filename });
  applyEvent({ id: '', name: 'file.added', data: file });
  return file.filename;
}

async function addSoundAndTag(tagKey: (typeof soundOfTag)[number][0], soundKey: SampleKey): Promise<void> {
  const sample = sampleTags.find(({ key }) => key === tagKey)!;
  const serial = sample.serial();
  const known = [...(tags.value?.values() ?? [])].find((tag) => tag.serial === serial);
  // Starts waiting before the tag is placed, because the station would otherwise play the sound for unknown tags.
  const waiting = known === undefined ? station.waitForTags({ timeoutSeconds: 20 }) : undefined;
  waiting?.catch(() => undefined);
  const filename = await addSound(soundKey);
  let id = known?.id;
  if (waiting !== undefined) {
    await station.simulator.put({ serial, model: sample.model });
    id = (await waiting).find((tag) => tag.serial === serial)?.id;
    await station.simulator.take();
  }
  if (id === undefined) return;
  applyEvent({ id: '', name: 'tag.changed', data: await station.bind(id, filename) });
  const { name } = await stationTags.get(id);
  if (name === null) await stationTags.change(id, { name: stationTexts.sampleTags.names[tagKey] });
}
