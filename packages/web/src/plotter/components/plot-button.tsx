import { useRef } from 'preact/hooks';
import { isBusy } from '../../service/index.ts';
import { plotterTexts } from '../../texts/plotter.ts';
import { Button } from '../../ui/index.ts';
import { isQueueAhead } from '../state/store.ts';

interface PlotButtonProps {
  kind?: 'primary' | 'plain';
  class?: string;
  /** Whether some commands will probably fail. */
  isDoubtful?: boolean;
  disabled: boolean;
  onClick: () => void;
}

/** A button whose label tells whether the job starts at once or waits. */
export function PlotButton({ kind = 'primary', isDoubtful = false, ...native }: PlotButtonProps) {
  const isSending = isBusy('plot');
  const isAhead = useRef(false);
  // Keeps the label while the job is sent. Otherwise the new job could already be running when the response
  // arrives, and would count as being ahead of itself.
  if (!isSending) isAhead.current = isQueueAhead.value;
  const { plot, plotAnyway } = plotterTexts.script;
  const { add, addAnyway } = plotterTexts.queue;
  const [now, anyway] = isAhead.current ? [add, addAnyway] : [plot, plotAnyway];
  return (
    <Button {...native} kind={kind} icon={isAhead.current ? 'plus' : 'pen'} busy={isSending}>
      {isDoubtful ? anyway : now}
    </Button>
  );
}
