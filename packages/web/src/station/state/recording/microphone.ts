import { maxSeconds, type Samples, sampleRate } from './sound.ts';

export interface Recording {
  startedMs: number;
  /** Resolves when the recording was stopped, is too long, or the microphone is gone. */
  sound: Promise<Blob>;
  stop(): void;
}

/** Browsers offer a microphone only over HTTPS and on the machine itself. */
export const hasMicrophone = () => navigator.mediaDevices !== undefined && 'MediaRecorder' in window;

export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    if (recorder.state !== 'inactive') recorder.stop();
  };
  const timer = setTimeout(stop, maxSeconds * 1000);
  const sound = new Promise<Blob>((resolve) => {
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recorder.addEventListener('stop', () => {
      clearTimeout(timer);
      stop();
      resolve(new Blob(parts, { type: recorder.mimeType }));
    });
  });
  recorder.start();
  return { startedMs: performance.now(), sound, stop };
}

/** Larger files might not fit into memory when decoded. */
const maxBytes = 50_000_000;

export async function isShort(file: Blob): Promise<boolean> {
  if (file.size > maxBytes) return false;
  const audio = new Audio(URL.createObjectURL(file));
  audio.preload = 'metadata';
  try {
    return await new Promise<boolean>((resolve, reject) => {
      audio.addEventListener('loadedmetadata', () => resolve(audio.duration <= maxSeconds));
      audio.addEventListener('error', reject);
    });
  } finally {
    URL.revokeObjectURL(audio.src);
  }
}

export async function decode(sound: Blob): Promise<Samples> {
  const context = new OfflineAudioContext(1, 1, sampleRate);
  const decoded = await context.decodeAudioData(await sound.arrayBuffer());
  const samples = decoded.getChannelData(0).slice(0, maxSeconds * sampleRate);
  for (let channel = 1; channel < decoded.numberOfChannels; channel++) {
    const more = decoded.getChannelData(channel);
    for (let at = 0; at < samples.length; at++) samples[at]! += more[at]!;
  }
  return samples;
}
