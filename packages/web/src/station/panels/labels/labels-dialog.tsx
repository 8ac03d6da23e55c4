import { useSignal } from '@preact/signals';
import type { Tag } from '@stationery/client';
import {
  type LabelKind,
  labelPlaces,
  labelSheetSvg,
  labelSheets,
  missingCharacters,
} from '@stationery/drawing';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { labelsTexts as texts } from '../../../texts/labels.ts';
import { stationTexts } from '../../../texts/station.ts';
import { bound } from '../../../ui/bound.ts';
import { Button, Dialog, Segmented } from '../../../ui/index.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { station } from '../../client.ts';
import { useContent } from '../../components/use-content.ts';
import { labelsDialog } from '../../state/dialogs.ts';
import { foundTags } from '../../state/found-tags.ts';
import { idOfName, metadata, pictureOfTag } from '../../state/metadata.ts';
import { shownTitleOf } from '../../state/tag-details.ts';
import './labels-dialog.css';

/** With more labels, the print dialog would take minutes. */
const maxLabels = 1_000;

/** The browser prints the labels, or the page saves them as drawings. */
export function LabelsDialog() {
  const kind = useSignal<LabelKind>('square');
  const tags = foundTags.value.slice(0, maxLabels);
  const size = labelPlaces(kind.value).length;
  const pages = Array.from({ length: Math.ceil(tags.length / size) }, (_, at) =>
    tags.slice(at * size, (at + 1) * size),
  );
  const missing = [...new Set(tags.flatMap((tag) => missingCharacters(shownTitleOf(tag))))].join(' ');
  const printed = usePrinted(pages, kind.value);
  const print = async () => {
    // A broken picture is missing on its label, but does not prevent printing.
    await Promise.allSettled([...printed.querySelectorAll('img')].map((image) => image.decode()));
    window.print();
  };
  const save = () => {
    const drawn = labelSheets(
      tags.map((tag) => ({ title: shownTitleOf(tag), hasPicture: false })),
      kind.value,
    );
    for (const [at, sheet] of drawn.entries())
      saveFile(
        `labels${at === 0 ? '' : `-${at + 1}`}.svg`,
        new Blob([labelSheetSvg(sheet)], { type: 'image/svg+xml' }),
      );
  };
  return (
    <Dialog
      title={stationTexts.tags.labels}
      wide
      onClose={labelsDialog.close}
      actions={
        <>
          <Button icon="pen" disabled={missing !== ''} onClick={save}>
            {texts.drawing}
          </Button>
          <Button kind="primary" icon="file" onClick={() => void print()}>
            {texts.print}
          </Button>
        </>
      }
    >
      <p>{texts.about(tags.length)}</p>
      <Segmented label={texts.size} options={texts.kinds} {...bound(kind)} />
      {missing !== '' && <p class="small soft">{texts.missing(missing)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <div class="label-preview" role="img" aria-label={texts.preview} tabIndex={0}>
        {pages[0] && <Sheet tags={pages[0]} kind={kind.value} />}
      </div>
    </Dialog>
  );
}

/** Returns an element beside the page, the only one that is printed. */
function usePrinted(pages: readonly (readonly Tag[])[], kind: LabelKind): HTMLElement {
  const [home] = useState(() => document.createElement('div'));
  useEffect(() => {
    home.className = 'label-print';
    document.body.append(home);
    return () => {
      render(null, home);
      home.remove();
    };
  }, []);
  useEffect(() => {
    const sheets = pages.map((page, at) => <Sheet key={at} tags={page} kind={kind} />);
    render(sheets, home);
  });
  return home;
}

function Sheet({ tags, kind }: { tags: readonly Tag[]; kind: LabelKind }) {
  const places = labelPlaces(kind);
  return (
    <div class="label-sheet">
      {tags.map((tag, at) => {
        const { x, y, width, height } = places[at]!;
        const title = shownTitleOf(tag);
        const style = {
          left: `${x}mm`,
          top: `${y}mm`,
          width: `${width}mm`,
          height: `${height}mm`,
          '--longest-word': Math.max(...title.split(/\s+/).map((word) => word.length)),
        };
        return (
          <div key={tag.id} class={`label label-${kind}`} style={style}>
            <TagPicture tag={tag} />
            <span>{title}</span>
          </div>
        );
      })}
    </div>
  );
}

function TagPicture({ tag }: { tag: Tag }) {
  const picture = pictureOfTag(tag.id);
  const own = picture ? idOfName(picture) : undefined;
  const file = tag.filename === null ? undefined : idOfName(tag.filename);
  const cover = file === undefined ? undefined : metadata.value.get(file)?.cover;
  const url = useContent(own === undefined ? (cover ?? undefined) : station.contentUrl(own));
  return url === undefined ? null : <img src={url} alt="" />;
}
