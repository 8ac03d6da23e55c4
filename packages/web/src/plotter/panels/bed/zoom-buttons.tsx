import { plotterTexts } from '../../../texts/plotter.ts';
import { IconButton } from '../../../ui/index.ts';
import { lookAtAll, lookCloser, lookFarther } from '../../state/bed/look-closer.ts';
import { zoom } from '../../state/bed/scene.ts';

const texts = plotterTexts.bed;

/** In a corner of the bed, for those without a wheel or a second finger. */
export function ZoomButtons() {
  const isCloser = zoom.value !== undefined;
  return (
    <div class="bed-zoom">
      {isCloser && <IconButton icon="frame" label={texts.all} onClick={lookAtAll} />}
      {isCloser && <IconButton icon="minus" label={texts.farther} onClick={lookFarther} />}
      <IconButton icon="plus" label={texts.closer} onClick={() => lookCloser()} />
    </div>
  );
}
