import { stationTexts } from '../../../texts/station.ts';
import { Button } from '../../../ui/index.ts';
import { addingSamples, addSamples } from '../../state/samples.ts';
import { simulated } from '../../state/store.ts';

/** For somebody without files or, at the simulated reader, without tags: something to hear within the first minute. */
export function SamplesOffer() {
  const { samples: texts } = stationTexts;
  const isSimulated = simulated.value;
  return (
    <div class="samples-offer stack">
      <Button icon="music" busy={addingSamples.value} onClick={() => void addSamples()}>
        {addingSamples.value ? texts.adding : isSimulated ? texts.offer : texts.offerSounds}
      </Button>
      <p class="small soft">{isSimulated ? texts.offerText : texts.offerSoundsText}</p>
    </div>
  );
}
