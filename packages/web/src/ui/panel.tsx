import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './panel.css';

interface PanelProps {
  title: string;
  aside?: ComponentChildren;
  actions?: ComponentChildren;
  class?: string;
  /** Target of links such as `#tags`. */
  anchor?: string;
  children: ComponentChildren;
}

export function Panel({ title, aside, actions, anchor, children, ...rest }: PanelProps) {
  const id = useId();
  return (
    <section id={anchor} class={`panel ${rest.class ?? ''}`} aria-labelledby={id}>
      <header class="panel-head wrap">
        <h2 id={id} class="panel-title">
          {title}
        </h2>
        {aside !== undefined && <span class="panel-aside small soft">{aside}</span>}
        {actions !== undefined && <div class="panel-actions wrap">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
