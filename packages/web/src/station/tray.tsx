import { explain } from '../service/index.ts';
import { stationTexts } from '../texts/station.ts';
import { showToast } from '../ui/index.ts';
import { station } from './client.ts';
import { present } from './store.ts';
import { type TrayTag, trayTags } from './tray-tags.ts';

/** With the simulated reader: tags to play with. */
export function Tray() {
  const { tray: texts } = stationTexts;
  return (
    <section class="tray" aria-label={texts.title}>
      <p class="tray-title">{texts.title}</p>
      <p class="small soft">{texts.text}</p>
      <div class="tray-tags">
        {trayTags.map((tag) => {
          const lies = present.value.some(({ serial }) => tag.isThis(serial));
          const name = texts.names[tag.key];
          return (
            <button
              key={tag.key}
              type="button"
              class="tray-tag"
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

const say = (error: unknown) => showToast({ tone: 'danger', message: explain(error) });
const lay = ({ serial, model }: TrayTag) => station.simulator.put({ serial: serial(), model }).catch(say);
const take = () => station.simulator.take().catch(say);
