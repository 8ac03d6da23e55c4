import type { ComponentChildren } from 'preact';
import './badge.css';

export type Tone = 'plain' | 'good' | 'bad' | 'now';

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}
