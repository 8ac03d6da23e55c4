import { useEffect, useRef } from 'preact/hooks';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Checkbox, IconButton, LazyDialog, Panel } from '../../../ui/index.ts';
import './console.css';
import { consoleLog } from '../../state/console/log.ts';

const texts = plotterTexts.console;

/** Loaded after the first paint. */
const commandLine = { value: true };
const loadCommandLine = async () => (await import('./command-line.tsx')).CommandLine;

export function focusConsole(): void {
  document.querySelector<HTMLElement>('.console-input')?.focus();
}

export function ConsolePanel() {
  return (
    <Panel
      title={texts.title}
      class="console"
      actions={
        <>
          <Checkbox
            small
            class="small"
            label={texts.jobLines}
            value={consoleLog.showsJobLines.value}
            onChange={(value) => consoleLog.setShowsJobLines(value)}
          />
          <IconButton icon="trash" label={texts.clear} onClick={() => consoleLog.clear()} />
        </>
      }
    >
      <LogView />
      <div class="command">
        <LazyDialog state={commandLine} load={loadCommandLine} />
      </div>
    </Panel>
  );
}

const speakers = { out: 'you', in: 'plotter', notice: 'plotter', failed: 'plotter' } as const;

function LogView() {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const { lines, dropped } = consoleLog.content.value;
  useEffect(() => {
    // Does not scroll if the user has scrolled up.
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [lines]);
  return (
    <div
      ref={box}
      class="console-log"
      role="log"
      aria-label={texts.log}
      aria-live={consoleLog.showsJobLines.value ? 'off' : 'polite'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight > scrollHeight - 24;
      }}
    >
      {lines.length === 0 && <p class="console-empty">{texts.empty}</p>}
      {dropped > 0 && <p class="console-empty">{texts.skipped(dropped)}</p>}
      {lines.map(({ id, kind, text }) => (
        <p key={id} class={`console-line console-${kind} ${text.startsWith('ERR') ? 'console-refused' : ''}`}>
          <span class="unseen">{texts[speakers[kind]]}: </span>
          {text}
        </p>
      ))}
    </div>
  );
}
