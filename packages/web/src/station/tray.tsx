import { explain } from '../service/index.ts';
import { stationTexts } from '../texts/station.ts';
import { showToast } from '../ui/index.ts';
import { station } from './client.ts';
import { present } from './store.ts';

interface TrayTag {
  name: string;
  model: 'mifare' | 'mifare_classic';
  /** Given anew at every tap for what has no fixed one. */
  serial: () => string;
  isThis: (serial: string) => boolean;
}

const fixed = (name: string, serial: string, model: TrayTag['model'] = 'mifare'): TrayTag => ({
  name,
  model,
  serial: () => serial,
  isThis: (other) => other === serial,
});

const [fox, owl, snail, whale, hare, phone] = stationTexts.tray.names;
const tray: TrayTag[] = [
  fixed(fox, '0x04A2245A6B2C80'),
  fixed(owl, '0x04B7113C2D5E81'),
  fixed(snail, '0x04C80F9A4B6D82'),
  fixed(whale, '0x5A3CE197', 'mifare_classic'),
  fixed(hare, '0x9E07D4B2', 'mifare_classic'),
  {
    name: phone,
    model: 'mifare',
    serial: randomSerial,
    isThis: (serial) => serial.startsWith('0x08') && serial.length === 10,
  },
];

/** Four bytes, the first of them 08: how a tag says that its number means nothing. */
function randomSerial(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(3));
  return `0x08${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    .toUpperCase()
    .replace('X', 'x');
}

/** With the simulated reader: tags to play with. */
export function Tray() {
  const { tray: texts } = stationTexts;
  return (
    <section class="tray" aria-label={texts.title}>
      <p class="tray-title">{texts.title}</p>
      <p class="small soft">{texts.text}</p>
      <div class="tray-tags">
        {tray.map((tag) => {
          const lies = present.value.some(({ serial }) => tag.isThis(serial));
          return (
            <button
              key={tag.name}
              type="button"
              class="tray-tag"
              aria-pressed={lies}
              title={lies ? texts.take(tag.name) : texts.lay(tag.name)}
              onClick={() => void (lies ? take() : lay(tag))}
            >
              {tag.name}
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
