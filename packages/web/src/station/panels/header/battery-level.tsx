import { batteryTexts as texts } from '../../../texts/battery.ts';
import { Icon } from '../../../ui/index.ts';
import { battery } from '../../state/store.ts';
import './battery-level.css';

export function BatteryLevel() {
  const level = battery.value;
  if (level === undefined || level.state === 'missing') return null;
  const { percent } = level;
  if (level.low)
    return (
      <span class="battery-low" role="status">
        <Icon name="alert" size={16} /> {texts.low(percent)}
      </span>
    );
  return <span>{level.state === 'charging' ? texts.charging(percent) : texts.level(percent)}</span>;
}
