import { boardTexts } from '../../../texts/board.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { bound, SearchField, Segmented } from '../../../ui/index.ts';
import {
  type Filter,
  filter,
  type Grouping,
  groupBy,
  grouping,
  type Kind,
  kind,
  search,
} from '../../state/shown-devices.ts';

const texts = boardTexts.devices;

/** Searching, filtering and grouping. */
export function DeviceTools() {
  const kinds = Object.entries(texts.kinds).map(([value, label]) => ({ value: value as Kind, label }));
  return (
    <div class="device-tools wrap">
      <SearchField label={texts.search} placeholder={texts.search} words={search} />
      <Segmented label={texts.kind} options={kinds} {...bound(kind)} />
      <ChoiceField<Filter> label={texts.filter} labelUnseen {...bound(filter)} options={texts.filters} />
      <ChoiceField<Grouping>
        label={texts.grouping}
        labelUnseen
        value={grouping.value}
        options={texts.groupings}
        onChange={groupBy}
      />
    </div>
  );
}
