import { useRef } from 'preact/hooks';
import { isBusy } from '../../service/index.ts';
import { plotterTexts } from '../../texts/plotter.ts';
import { Button } from '../../ui/index.ts';
import { isQueueAhead } from '../state/store.ts';

interface PlotButtonProps {
  kind?: 'primary' | 'plain';
  class?: string;
  /** Some commands will fail. */
  isDoubtful?: boolean;
  disabled: boolean;
  onClick: () => void;
}

/** A button whose label says whether the job starts at once or waits. */
export function PlotButton({ kind = 'primary', isDoubtful = false, ...native }: PlotButtonProps) {
  const isSending = isBusy('plot');
  const isAhead = useRef(false);
  // Keeps the label while sending: the new job may already run when the response arrives, and is not ahead of itself.
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
