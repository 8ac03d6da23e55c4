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

/** Says what it does: plot at once, or wait in the queue. */
export function PlotButton({ kind = 'primary', isDoubtful = false, ...native }: PlotButtonProps) {
  const isSending = isBusy('plot');
  const isAhead = useRef(false);
  // The job that it makes may run before the answer is here, and it is not its own queue.
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
