import { signal } from '@preact/signals';
import { keyboardTexts as texts } from '../texts/keyboard.ts';
import './skip-links.css';

/** Visible while a link has the focus. */
export function SkipLinks() {
  return (
    <nav
      class="skip-links"
      aria-label={texts.skip}
      onFocusIn={() => {
        sections.value = [...document.querySelectorAll('main .panel[id]')];
      }}
    >
      <SkipLink to={() => document.querySelector('main')}>{texts.content}</SkipLink>
      {sections.value.map((section) => (
        <SkipLink key={section.id} to={() => section}>
          {section.querySelector('h2')?.textContent}
        </SkipLink>
      ))}
    </nav>
  );
}

const sections = signal<readonly Element[]>([]);

function SkipLink({ to, children }: { to: () => Element | null; children: string | null | undefined }) {
  return (
    <button
      type="button"
      class="skip-link"
      onClick={() => {
        const target = to();
        if (!(target instanceof HTMLElement)) return;
        target.tabIndex = -1;
        target.focus({ preventScroll: true });
        target.scrollIntoView();
      }}
    >
      {children}
    </button>
  );
}
