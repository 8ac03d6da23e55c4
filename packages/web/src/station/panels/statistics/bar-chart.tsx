import { statisticsTexts } from '../../../texts/statistics.ts';
import { formatDuration } from '../../../ui/index.ts';
import type { ChartBar } from './chart-data.ts';

const [width, height] = [720, 220];
const gap = 0.25;
/** As many labels as fit below each other's neighbours. */
const mostLabels = 8;

/** Bars for those who see them, a table for those who do not. */
export function BarChart({ label, bars }: { label: string; bars: readonly ChartBar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = width / bars.length;
  const every = Math.ceil(bars.length / mostLabels);
  return (
    <figure class="statistics-chart">
      <svg viewBox={`0 -20 ${width} ${height + 46}`} aria-hidden="true">
        <path class="statistics-axis" d={`M0 ${height}H${width}`} />
        <text class="statistics-most" x="0" y="-6">
          {statisticsTexts.most(most)}
        </text>
        {bars.map(({ label: name, value, seconds }, at) => {
          const high = (value / most) * (height - 4);
          return (
            <g key={name}>
              <rect
                x={at * step + (step * gap) / 2}
                y={height - high}
                width={step * (1 - gap)}
                height={high}
                rx={Math.min(4, step / 6)}
              >
                <title>{statisticsTexts.bar(name, value, formatDuration(seconds))}</title>
              </rect>
              {at % every === 0 && (
                <text
                  x={at === 0 ? 0 : (at + 0.5) * step}
                  y={height + 20}
                  text-anchor={at === 0 ? 'start' : 'middle'}
                >
                  {name}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <figcaption class="unseen">{label}</figcaption>
      <table class="unseen">
        <caption>{label}</caption>
        <tbody>
          {bars
            .filter(({ value }) => value > 0)
            .map(({ label: name, value, seconds }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{statisticsTexts.bar(name, value, formatDuration(seconds))}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  );
}
