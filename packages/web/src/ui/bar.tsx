import './bar.css';

interface BarProps {
  label: string;
  /** From 0 to 1; undefined if unknown. */
  part: number | undefined;
  /** The value in words, such as “4.2 GB of 32 GB used”. */
  valueText: string;
  tone?: 'accent' | 'good' | 'danger';
  /** Marks like a ruler's, for an amount. */
  ruler?: boolean;
}

export function Bar({ label, part, valueText, tone = 'accent', ruler = false }: BarProps) {
  const percent = part === undefined ? undefined : Math.min(100, Math.max(0, part * 100));
  const role = ruler ? 'meter' : 'progressbar';
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both possible roles support these attributes.
    <div
      class={`bar bar-${tone} ${ruler ? 'bar-ruler' : ''} ${percent === undefined ? 'bar-unknown' : ''}`}
      style={{ '--part': `${percent ?? 30}%` }}
      role={role}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === undefined ? undefined : Math.round(percent)}
      aria-valuetext={valueText}
    >
      <div class="bar-fill" />
    </div>
  );
}

/** The words are below the bar, or beside it if there is space. */
export function BarWithWords({ class: className = '', ...bar }: BarProps & { class?: string }) {
  return (
    <div class={`stack ${className}`}>
      <Bar {...bar} />
      <span class="small soft">{bar.valueText}</span>
    </div>
  );
}
