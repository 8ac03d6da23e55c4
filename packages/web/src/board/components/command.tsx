import { Fragment } from 'preact';
import './command.css';

/**
 * A terminal command. One click selects all of it. Wraps only between words, so that a code stays on one
 * line.
 */
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
