import { showError } from '../../service/index.ts';
import { stationTexts } from '../../texts/station.ts';
import { station } from '../client.ts';
import './sample-tags.css';
import { type SampleTag, sampleTags } from '../state/sample-tags.ts';
import { samplesReady } from '../state/samples.ts';
import { present, tags } from '../state/store.ts';
import { nameOf } from '../state/tag-details.ts';

export function SampleTags() {
  const { sampleTags: texts } = stationTexts;
  return (
    <section class="sample stack gap-3" aria-label={texts.title}>
      <p class="sample-title">{texts.title}</p>
      <p class={`small ${samplesReady.value ? '' : 'soft'}`} role="status">
        {samplesReady.value ? stationTexts.samples.readyToTap : texts.text}
      </p>
      <div class="wrap">
        {sampleTags.map((tag) => {
          const lies = present.value.some(({ serial }) => tag.isThis(serial));
          const known = [...(tags.value?.values() ?? [])].find(({ serial }) => tag.isThis(serial));
          const name = (known && nameOf(known)) ?? texts.names[tag.key];
          return (
            <button
              key={tag.key}
              type="button"
              class="sample-tag small bold"
              aria-pressed={lies}
              title={lies ? texts.take(name) : texts.lay(name)}
              onClick={() => void (lies ? take() : lay(tag))}
            >
              {name}
            </button>
          );
        })}
      </div>
    </section>
  );
}

const lay = ({ serial, model }: SampleTag) =>
  station.simulator.put({ serial: serial(), model }).catch(showError);
const take = () => station.simulator.take().catch(showError);
