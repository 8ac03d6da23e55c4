import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { formatDuration } from '../../../ui/format.ts';

const texts = placeDrawingTexts;
const secondsBelow = 600;

/** Rounded so that duration and saving add up. */
export function describeTime(beforeMs: number, nowMs: number): { takes: string; saving: string } {
  const [before, now] = [Math.round(beforeMs / 1000), Math.round(nowMs / 1000)];
  const isExact = now < secondsBelow || before - now < 60;
  const unit = isExact ? 1 : 60;
  const rounded = (seconds: number) => Math.round(seconds / unit) * unit;
  const words = isExact ? toTheSecond : formatDuration;
  const saved = rounded(before) - rounded(now);
  return {
    takes: texts.takes(words(rounded(now))),
    saving: isWorth(beforeMs, nowMs) ? texts.saves(words(saved), words(rounded(before))) : texts.savesNothing,
  };
}

/** Returns whether the saving is worth showing: at least a second and one percent. */
function isWorth(beforeMs: number, nowMs: number): boolean {
  const savedMs = beforeMs - nowMs;
  return savedMs >= 1000 && savedMs >= beforeMs / 100;
}

/** “42 s”, “1 min 09 s” or “2 min”. */
export function toTheSecond(seconds: number): string {
  if (seconds < 60 || seconds >= 3600) return formatDuration(seconds);
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')} s`}`;
}
