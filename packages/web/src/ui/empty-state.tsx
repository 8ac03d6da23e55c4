import type { ComponentChildren } from 'preact';
import './empty-state.css';

interface EmptyStateProps {
  picture?: ComponentChildren;
  title: string;
  children?: ComponentChildren;
  action?: ComponentChildren;
}

export function EmptyState({ picture, title, children, action }: EmptyStateProps) {
  return (
    <div class="empty">
      {picture}
      <p class="empty-title">{title}</p>
      {children !== undefined && <p class="empty-text">{children}</p>}
      {action}
    </div>
  );
}
