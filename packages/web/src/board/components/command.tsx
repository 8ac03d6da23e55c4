import { Fragment } from 'preact';
import './command.css';

/** A terminal command, selected as a whole by a click. Wraps only between words. */
export function Command({ children }: { children: string }) {
  return (
    <code class="command">
      {children.split(' ').map((word, at) => (
        <Fragment key={at}>
          {at > 0 && ' '}
          <span class="command-word">{word}</span>
        </Fragment>
      ))}
    </code>
  );
}
