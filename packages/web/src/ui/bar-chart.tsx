import { number } from '../texts/format.ts';
import './bar-chart.css';

export interface ChartBar {
  label: string;
  value: number;
  text: string;
}

const [width, height] = [720, 220];
const gap = 0.25;
/** More labels would overlap. Phones show every second label. */
const maxLabels = 8;

export function BarChart({ label, bars }: { label: string; bars: readonly ChartBar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = width / bars.length;
  const every = Math.ceil(bars.length / maxLabels);
  return (
    <figure class="bar-chart">
      <svg viewBox={`0 -20 ${width} ${height + 46}`} aria-hidden="true">
        <path class="bar-chart-axis" d={`M0 ${height}H${width}`} />
        <text x="0" y="-6">
          {number(most)}
        </text>
        {bars.map(({ label: name, value, text }, at) => {
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
                <title>{text}</title>
              </rect>
              {at % every === 0 && (
                <text
                  class={at % (2 * every) === 0 ? undefined : 'bar-chart-extra'}
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
            .map(({ label: name, text }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{text}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  );
}
