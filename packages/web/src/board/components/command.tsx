import { Fragment } from 'preact';
import './command.css';

/** Something to type at a terminal; one click selects all of it. A line ends between words: a code is not torn apart. */
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
