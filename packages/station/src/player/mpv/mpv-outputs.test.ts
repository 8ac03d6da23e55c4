import { expect, it } from 'vitest';
import { readMpvOutputs } from './mpv-outputs.ts';

const shown = (lines: readonly string[]) =>
  readMpvOutputs(['List of detected audio devices:', "  'auto' (Autoselect device)", ...lines].join('\n'))
    .filter(({ isHidden }) => !isHidden)
    .map(({ id, name }) => [id, name]);

const alsa = [
  "  'alsa' (Default (alsa))",
  "  'alsa/null' (Discard all samples (playback) or generate zero samples (capture))",
  "  'alsa/lavrate' (Rate Converter Plugin Using Libav/FFmpeg Library)",
  "  'alsa/sysdefault:CARD=Headphones' (bcm2835 Headphones, bcm2835 Headphones/Default Audio Device)",
  "  'alsa/default:CARD=Headphones' (bcm2835 Headphones, bcm2835 Headphones/Default Audio Device)",
  "  'alsa/dmix:CARD=Headphones,DEV=0' (bcm2835 Headphones, bcm2835 Headphones/Direct sample mixing device)",
  "  'alsa/default:CARD=vc4hdmi' (vc4-hdmi, MAI PCM i2s-hifi-0/Default Audio Device)",
  "  'alsa/hdmi:CARD=vc4hdmi,DEV=0' (vc4-hdmi, MAI PCM i2s-hifi-0/HDMI Audio Output)",
  "  'alsa/sysdefault:CARD=Dongle' (USB (2024) – Ümlaut, USB Audio/Default Audio Device)",
  "  'alsa/kitchen' (Kitchen)",
  "  'jack' (Default (jack))",
];

it('each ALSA card is offered once, along with its digital outputs and the configured devices', () => {
  expect(shown(alsa)).toEqual([
    ['alsa/default:CARD=Headphones', 'bcm2835 Headphones'],
    ['alsa/default:CARD=vc4hdmi', 'vc4-hdmi, MAI PCM i2s-hifi-0'],
    ['alsa/hdmi:CARD=vc4hdmi,DEV=0', 'vc4-hdmi, MAI PCM i2s-hifi-0 (HDMI Audio Output)'],
    ['alsa/sysdefault:CARD=Dongle', 'USB (2024) – Ümlaut, USB Audio'],
    ['alsa/kitchen', 'Kitchen'],
  ]);
});

it('with a sound server only its outputs are offered, but the others remain valid', () => {
  const all = [...alsa, "  'pulse/bluez_sink.00_11' (JBL (black))", "  'pulse/alsa_output.usb' (USB/Line)"];
  expect(shown(all)).toEqual([
    ['pulse/bluez_sink.00_11', 'JBL (black)'],
    ['pulse/alsa_output.usb', 'USB/Line'],
  ]);
  expect(readMpvOutputs(all.join('\n')).map(({ id }) => id)).toContain('alsa/kitchen');
});

it('an endless list of outputs is cut off', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `  'alsa/out${at}' (${'x'.repeat(5_000)})`);
  const outputs = readMpvOutputs(many.join('\n'));
  expect(outputs).toHaveLength(200);
  expect(outputs[0]?.name).toHaveLength(200);
});
