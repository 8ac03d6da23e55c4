import { useSignal } from '@preact/signals';
import type { Setup, SetupChange, StationSetup } from '@stationery/client/station-setup';
import { radioCountries } from '@stationery/contract/radio-countries';
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { showError } from '../../../service/index.ts';
import { languages, locale } from '../../../texts/language.ts';
import { stationTexts } from '../../../texts/station.ts';
import { setupTexts } from '../../../texts/station-setup.ts';
import { bound } from '../../../ui/bound.ts';
import { formatBytes } from '../../../ui/format.ts';
import { Banner, Button, ChoiceField, Field, Icon } from '../../../ui/index.ts';
import { chooseLanguage } from '../../../ui/language.ts';
import { useTicks } from '../../../ui/use-ticks.ts';
import { HoldPicture } from '../../components/pictures.tsx';
import { SampleTags } from '../../components/sample-tag-tray.tsx';
import { characterCount, maxNicknameLength } from '../../state/file-names.ts';
import { card, player, present, reader, settings, simulated } from '../../state/store.ts';

/** In the order of the setup. */
export const stepNames = [
  'language',
  'name',
  'role',
  'card',
  'reader',
  'sound',
  'clock',
  'access',
  'wifi',
] as const;
export type StepName = (typeof stepNames)[number];

interface FormProps {
  setup: Setup;
  client: StationSetup;
  save: (change: SetupChange) => Promise<boolean>;
  /** If `change` is undefined, the answer cannot be saved. */
  render: (fields: ComponentChildren, change: SetupChange | undefined) => ComponentChildren;
}

/** Used to detect that another phone has changed the answer. */
export function answerOf(step: StepName, { language, wifi, role, token_set }: Setup): string {
  const values: Partial<Record<StepName, unknown>> = {
    language,
    name: settings.value?.nickname,
    role,
    access: token_set,
    wifi: [wifi.country, wifi.open],
  };
  return JSON.stringify(values[step] ?? null);
}

export const stepForms: Record<StepName, FunctionComponent<FormProps>> = {
  language: LanguageForm,
  name: NameForm,
  role: RoleForm,
  card: CardForm,
  reader: ReaderForm,
  sound: SoundForm,
  clock: ClockForm,
  access: AccessForm,
  wifi: WifiForm,
};

function LanguageForm({ setup, render }: FormProps) {
  const texts = setupTexts.language;
  const chosen = useSignal<string>(setup.language ?? 'own');
  const options = Object.entries({ own: texts.own, ...languages });
  const choose = (value: string) => {
    chosen.value = value;
    if (value !== 'own') chooseLanguage(value as keyof typeof languages);
  };
  const language = chosen.value === 'own' ? null : (chosen.value as keyof typeof languages);
  return render(
    <>
      <p class="soft">{texts.text}</p>
      <Cards
        options={options.map(([value, label]) => ({ value, label }))}
        value={chosen.value}
        onChange={choose}
      />
    </>,
    { language },
  );
}

const maxWifiNameBytes = 32;

function NameForm({ setup, render }: FormProps) {
  const texts = setupTexts.name;
  const name = useSignal(settings.value?.nickname ?? '');
  const isWifi = setup.unavailable.every(({ step }) => step !== 'wifi');
  const wanted = name.value.trim();
  const length = isWifi ? new TextEncoder().encode(wanted).length : characterCount(wanted);
  const max = isWifi ? maxWifiNameBytes : maxNicknameLength;
  return render(
    <>
      <p class="soft">
        {texts.text} {isWifi && texts.wifi}
      </p>
      <Field label={texts.label} hint={texts.example} count={{ now: length, max }} {...bound(name)} />
    </>,
    length > 0 && length <= max ? { name: name.value } : undefined,
  );
}

function RoleForm({ setup, render }: FormProps) {
  const texts = setupTexts.role;
  const role = useSignal(setup.role);
  return render(
    <Cards
      options={[
        { value: 'station', label: texts.station, text: texts.stationText },
        { value: 'plotter', label: texts.plotter, text: texts.plotterText },
        { value: 'both', label: texts.both, text: texts.bothText },
      ]}
      {...bound(role)}
    />,
    { role: role.value },
  );
}

function CardForm({ render }: FormProps) {
  const texts = setupTexts.card;
  const now = card.value;
  return render(
    now?.state !== 'present' ? (
      <Banner tone="danger" title={texts.missing} />
    ) : now.read_only !== undefined ? (
      <Banner tone="danger" title={texts.readOnly} />
    ) : (
      <p class="setup-good row">
        <Icon name="check" />
        {now.is_folder
          ? texts.folder(formatBytes(now.free))
          : texts.good(formatBytes(now.free), formatBytes(now.size))}
      </p>
    ),
    { done: ['card'] },
  );
}

function ReaderForm({ setup, save, render }: FormProps) {
  const texts = setupTexts.reader;
  const chosen = useSignal(setup.reader);
  const now = reader.value;
  const [tag] = present.value;
  const names: Record<string, string> = texts.names;
  const label = (setting: string) => {
    const [kind = '', rest = ''] = setting.split(/:(.*)/s);
    return [names[kind] ?? kind, rest.replace(/^.*\//, '')].filter((part) => part !== '').join(', ');
  };
  return render(
    <>
      {setup.readers.length > 1 && (
        <ChoiceField
          label={texts.choose}
          options={Object.fromEntries(setup.readers.map((each) => [each, label(each)]))}
          {...bound(chosen)}
        />
      )}
      {chosen.value !== setup.reader ? (
        <>
          <p class="soft">{texts.restarts}</p>
          <Button kind="primary" onClick={() => void save({ reader: chosen.value })}>
            {texts.use}
          </Button>
        </>
      ) : now?.state === 'failed' ? (
        <Banner tone="danger" title={stationTexts.tags.reader.failed}>
          {(now.cause && stationTexts.tags.reader.reason(now.cause)) ?? now.reason}
        </Banner>
      ) : (
        <div class="setup-tag stack" aria-live="polite">
          <HoldPicture state={tag === undefined ? 'waiting' : 'done'} />
          {tag === undefined ? (
            <p>{texts.text}</p>
          ) : (
            <p class="setup-good">
              {texts.found} <span class="code">{tag.serial}</span>
            </p>
          )}
        </div>
      )}
      {simulated.value && <SampleTags />}
    </>,
    setup.applying ? undefined : { done: ['reader'] },
  );
}

function SoundForm({ client, render }: FormProps) {
  const texts = setupTexts.sound;
  const kind = player.value?.state.player ?? 'none';
  const isPlayed = useSignal(false);
  const play = () => {
    isPlayed.value = true;
    client.playTestSound().catch(showError);
  };
  return render(
    kind === 'none' ? (
      <p>{texts.none}</p>
    ) : (
      <>
        <p>
          {texts.text} {kind === 'browser' ? texts.onPage : texts.onBox}
        </p>
        <Button icon="volume" class="setup-big" onClick={play}>
          {texts.play}
        </Button>
        {isPlayed.value && kind !== 'browser' && <p class="soft">{texts.help}</p>}
      </>
    ),
    { done: ['sound'] },
  );
}

const closeMs = 60_000;

function ClockForm({ client, render }: FormProps) {
  const texts = setupTexts.clock;
  const difference = useSignal<number | undefined>(undefined);
  useEffect(() => {
    client.get().then(({ time }) => {
      difference.value = Date.parse(time) - Date.now();
    }, showError);
  }, []);
  useTicks(1000);
  const differenceMs = difference.value;
  if (differenceMs === undefined) return render(null, undefined);
  const isRight = Math.abs(differenceMs) < closeMs;
  const format = new Intl.DateTimeFormat(locale.value, { dateStyle: 'long', timeStyle: 'medium' });
  return render(
    <>
      <dl class="setup-clocks stack gap-1">
        <dt class="soft">{texts.station}</dt>
        <dd>{format.format(Date.now() + differenceMs)}</dd>
        <dt class="soft">{texts.phone}</dt>
        <dd>{format.format(Date.now())}</dd>
      </dl>
      <p>{isRight ? texts.right : texts.wrong}</p>
    </>,
    isRight ? { done: ['clock'] } : { time: new Date().toISOString() },
  );
}

function AccessForm({ setup, render }: FormProps) {
  const texts = setupTexts.access;
  const kind = useSignal<'open' | 'token'>(setup.token_set ? 'token' : 'open');
  const typed = useSignal(setup.token_set ? '' : newCode());
  const isKept = setup.token_set && typed.value === '';
  const isValid = isKept || /^[\x21-\x7e]([\x20-\x7e]{0,62}[\x21-\x7e])?$/.test(typed.value);
  const withToken: SetupChange | undefined = isKept
    ? { done: ['access'] }
    : isValid
      ? { token: typed.value }
      : undefined;
  return render(
    <>
      <Cards
        options={[
          { value: 'open', label: texts.open, text: texts.openText },
          { value: 'token', label: texts.token, text: texts.tokenText },
        ]}
        {...bound(kind)}
      />
      {kind.value === 'token' && (
        <Field
          label={texts.label}
          hint={setup.token_set ? texts.isSet : texts.hint}
          maxLength={64}
          autocapitalize="off"
          spellcheck={false}
          {...bound(typed)}
        />
      )}
    </>,
    kind.value === 'open' ? { token: null } : withToken,
  );
}

/** Leaves out characters that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** 39 bits suffice, because access also needs the password of the network. */
function newCode(): string {
  const numbers = [...crypto.getRandomValues(new Uint32Array(8))];
  const code = numbers.map((number) => letters[number % letters.length]).join('');
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

const minPassphrase = 8;

function WifiForm({ setup, render }: FormProps) {
  const texts = setupTexts.wifi;
  const { wifi } = setup;
  const country = useSignal(wifi.country ?? new Intl.Locale(navigator.language).region ?? '');
  const kind = useSignal<'open' | 'password'>(wifi.open && setup.done.includes('wifi') ? 'open' : 'password');
  const typed = useSignal('');
  const isKept = !wifi.open && typed.value === '';
  const isValid = isKept || /^[\x20-\x7e]{8,63}$/.test(typed.value);
  const names = new Intl.DisplayNames([locale.value], { type: 'region' });
  const sorted = radioCountries
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, locale.value));
  const missing = minPassphrase - typed.value.length;
  const passphrase = kind.value === 'open' ? { passphrase: null } : isKept ? {} : { passphrase: typed.value };
  return render(
    <>
      <ChoiceField
        label={texts.country}
        options={Object.fromEntries([['', texts.chooseCountry], ...sorted])}
        {...bound(country)}
      />
      <p class="field-note small soft">{texts.countryHint}</p>
      <Cards
        options={[
          { value: 'password', label: texts.password, text: texts.passwordText },
          { value: 'open', label: texts.open, text: texts.openText },
        ]}
        {...bound(kind)}
      />
      {kind.value === 'password' && (
        <Field
          label={texts.label}
          hint={isKept ? texts.isSet : missing > 0 && typed.value !== '' ? texts.short(missing) : texts.hint}
          maxLength={63}
          autocapitalize="off"
          spellcheck={false}
          {...bound(typed)}
        />
      )}
    </>,
    country.value !== '' && (kind.value === 'open' || isValid)
      ? { country: country.value, ...passphrase, done: ['wifi'] }
      : undefined,
  );
}

interface CardsProps<T extends string> {
  options: readonly { value: T; label: string; text?: string }[];
  value: T;
  onChange: (value: T) => void;
}

function Cards<T extends string>({ options, value, onChange }: CardsProps<T>) {
  const name = useId();
  return (
    <div class="stack">
      {options.map((option) => (
        <label key={option.value} class="setup-choice row">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span class="stack">
            <span class="bold">{option.label}</span>
            {option.text !== undefined && <span class="small soft">{option.text}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
