import { splitName } from '@stationery/contract/languages';

/** Returns possible names of the caption file, best first, such as `lion.de.vtt`, `lion.mp3.vtt`, `lion.vtt`. */
export function captionNames(filename: string, language: string, languages: readonly string[]): string[] {
  const name = filename.toLowerCase();
  const { stem, ending } = splitName(name, [...languages, language]);
  const stems = [...new Set([`${stem}${ending}`, stem, name, splitName(name, []).stem])];
  return [...stems.map((each) => `${each}.${language}.vtt`), ...stems.map((each) => `${each}.vtt`)];
}

export interface Cue {
  startSeconds: number;
  endSeconds: number;
  text: string;
}

export const maxCaptionBytes = 1_000_000;
const maxCues = 20_000;
const timing = /^((?:\d{1,3}:)?\d\d:\d\d\.\d{3})[ \t]+-->[ \t]+((?:\d{1,3}:)?\d\d:\d\d\.\d{3})(?:[ \t]|$)/;

/** Reads WebVTT without its styles and positions. */
export function readCaptions(vtt: string): Cue[] {
  const text = vtt.slice(0, maxCaptionBytes).replace(/^\uFEFF/, '');
  if (!/^WEBVTT(?:\s|$)/.test(text)) return [];
  const cues: Cue[] = [];
  for (const block of text.replace(/\r\n?/g, '\n').split(/\n\n+/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line, index) => index < 2 && timing.test(line));
    const [, start, end] = timing.exec(lines[at] ?? '') ?? [];
    if (start === undefined || end === undefined || cues.length >= maxCues) continue;
    const words = plain(lines.slice(at + 1).join('\n'));
    if (words !== '') cues.push({ startSeconds: seconds(start), endSeconds: seconds(end), text: words });
  }
  return cues;
}

/** Overlapping cues are shown together. */
export function captionAt(cues: readonly Cue[], atSeconds: number): string {
  return cues
    .filter(({ startSeconds, endSeconds }) => startSeconds <= atSeconds && atSeconds < endSeconds)
    .map(({ text }) => text)
    .join('\n');
}

function seconds(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

function plain(text: string): string {
  return text
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => named[name] ?? '')
    .trim();
}
