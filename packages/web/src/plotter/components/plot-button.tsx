import { useRef } from 'preact/hooks';
import { isBusy } from '../../service/index.ts';
import { plotterTexts } from '../../texts/plotter.ts';
import { Button } from '../../ui/index.ts';
import { isQueueAhead } from '../state/store.ts';

interface PlotButtonProps {
  kind?: 'primary' | 'plain';
  class?: string;
  isDoubtful?: boolean;
  disabled: boolean;
  onClick: () => void;
}

/** The label tells whether the job starts at once or waits. */
export function PlotButton({ kind = 'primary', isDoubtful = false, ...native }: PlotButtonProps) {
  const isSending = isBusy('plot');
  const isAhead = useRef(false);
  // Keeps the label while sending, because the job could run before the response arrives and would count as ahead of
  // itself.
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
