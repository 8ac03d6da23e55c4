import { useId, useRef, useState } from 'preact/hooks';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, Field } from '../../../ui/index.ts';
import { loadText, saveText } from '../../../ui/storage.ts';
import { completed, completionsOf, usageOf } from '../../state/console/command-help.ts';
import { commandQueue } from '../../state/console/command-queue.ts';
import { confirmNewOrigin } from '../../state/jobs/job-questions.ts';

const storageKey = 'stationery.plotter.history';
const maxLines = 100;

/** The sent commands, oldest first. After the last one, `#at` stands for the current input. */
class History {
  #lines: string[] = read();
  #at = this.#lines.length;
  #unsent = '';

  add(line: string): void {
    this.#lines = [...this.#lines.filter((other) => other !== line), line].slice(-maxLines);
    this.#at = this.#lines.length;
    saveText(storageKey, JSON.stringify(this.#lines));
  }

  /** Returns the previous or next command; undefined at the ends. */
  walk(step: -1 | 1, written: string): string | undefined {
    if (this.#at === this.#lines.length) this.#unsent = written;
    const at = this.#at + step;
    if (at < 0 || at > this.#lines.length) return undefined;
    this.#at = at;
    return this.#lines[at] ?? this.#unsent;
  }
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(loadText(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((line) => typeof line === 'string') : [];
  } catch {
    return [];
  }
}

const texts = plotterTexts.console;

const setsOrigin = (line: string) => /^zero\b/i.test(line);

/** Tab completes a command, and the arrow keys show earlier commands. */
export function CommandLine() {
  const [written, write] = useState('');
  const [isClosed, close] = useState(true);
  const [chosen, choose] = useState(0);
  const [history] = useState(() => new History());
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const found = isClosed ? [] : completionsOf(written);
  const hint = found.length === 0 ? usageOf(written) : undefined;

  const put = (text: string) => {
    write(text);
    choose(0);
    close(true);
    input.current?.focus();
  };
  const take = (at: number) => found[at] !== undefined && put(completed(found[at]));

  const send = () => {
    const line = written.trim();
    if (line === '') return;
    put('');
    history.add(line);
    if (setsOrigin(line)) confirmNewOrigin(() => commandQueue.send(line));
    else void commandQueue.send(line);
  };

  const steer = (event: KeyboardEvent) => {
    if (event.key === 'Tab' && !event.shiftKey && found.length > 0) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === 'Escape') close(true);
    else if (event.key === 'Enter') {
      event.preventDefault();
      send();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const step = event.key === 'ArrowUp' ? -1 : 1;
      if (found.length > 1) return choose((chosen + step + found.length) % found.length);
      const line = history.walk(step, written);
      if (line !== undefined) put(line);
    }
    return undefined;
  };

  return (
    <>
      {found.length > 0 && (
        <div
          id={listId}
          class="command-list"
          role="listbox"
          aria-label={texts.completions}
          // Keeps the focus in the field until the click.
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.map(({ verb, usage, summary }, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
            <div
              key={verb}
              id={`${listId}-${at}`}
              class="command-choice row wrap"
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              onClick={() => take(at)}
            >
              <code>{usage}</code>
              <span class="soft">{texts.commandHelp(verb, summary)}</span>
            </div>
          ))}
        </div>
      )}
      <Field
        label={texts.input}
        labelUnseen
        class="console-input"
        placeholder={texts.placeholder}
        value={written}
        inputRef={input}
        maxLength={255}
        spellcheck={false}
        autocapitalize="characters"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${chosen}` : undefined}
        hint={
          commandQueue.waiting.value.length > 0 ? (
            texts.waiting(commandQueue.waiting.value)
          ) : hint === undefined ? (
            texts.hint
          ) : (
            <>
              <code>{hint.usage}</code> – {texts.commandHelp(hint.verb, hint.summary)}
            </>
          )
        }
        onChange={(text) => {
          write(text);
          choose(0);
          close(false);
        }}
        onBlur={() => close(true)}
        onKeyDown={steer}
      />
      <Button kind="primary" disabled={written.trim() === ''} onClick={send}>
        {texts.send}
      </Button>
    </>
  );
}
