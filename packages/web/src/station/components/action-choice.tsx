import type { Buttons } from '@stationery/client/player';
import { actionTexts as texts } from '../../texts/action.ts';
import { stationTexts } from '../../texts/station.ts';
import { ChoiceField } from '../../ui/index.ts';
import { languageName } from '../../ui/language-name.ts';
import { player } from '../state/store.ts';
import { WholeNumber } from './whole-number.tsx';

/** What a tag or a button does. */
export type ChosenAction = Omit<Buttons['buttons'][number], 'control'>;
type ActionName = ChosenAction['action'];

interface ActionChoiceProps {
  label: string;
  labelUnseen?: boolean;
  value: ChosenAction;
  onChange: (value: ChosenAction) => void;
}

const isSeek = (action: ActionName) => action === 'forward' || action === 'back';

export function ActionChoice({ label, labelUnseen = false, value, onChange }: ActionChoiceProps) {
  const { action, minutes = 30, seconds = 30 } = value;
  const { actions } = stationTexts.tags;
  const names = (Object.keys(actions) as ActionName[]).map(
    (each) => [each, actions[each](isSeek(each) ? seconds : minutes)] as const,
  );
  return (
    <div class="stack">
      <ChoiceField
        label={label}
        labelUnseen={labelUnseen}
        options={names}
        value={action}
        onChange={(chosen) =>
          onChange({
            action: chosen,
            ...(chosen === 'sleep' && { minutes }),
            ...(isSeek(chosen) && { seconds }),
          })
        }
      />
      {action === 'sleep' && (
        <WholeNumber
          label={texts.minutes}
          value={minutes}
          max={1440}
          onChange={(typed) => onChange({ action, minutes: typed })}
        />
      )}
      {isSeek(action) && (
        <WholeNumber
          label={texts.seconds}
          value={seconds}
          max={3600}
          onChange={(typed) => onChange({ action, seconds: typed })}
        />
      )}
      {action === 'language' && <LanguageChoice value={value.language} onChange={onChange} />}
    </div>
  );
}

interface LanguageChoiceProps {
  value: string | undefined;
  onChange: (value: ChosenAction) => void;
}

function LanguageChoice({ value, onChange }: LanguageChoiceProps) {
  const codes = new Set([...(player.value?.state.languages ?? []), ...(value === undefined ? [] : [value])]);
  return (
    <ChoiceField<string>
      label={texts.language}
      options={{
        '': texts.nextLanguage,
        ...Object.fromEntries([...codes].map((code) => [code, languageName(code)])),
      }}
      value={value ?? ''}
      onChange={(code) => onChange({ action: 'language', ...(code !== '' && { language: code }) })}
    />
  );
}
