import { useSignal } from '@preact/signals';
import type { Job } from '@stationery/client';
import type { PhotoPoint } from '@stationery/drawing';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { photoTexts as texts } from '../../../texts/photo.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { FileButton, FormDialog } from '../../../ui/index.ts';
import { photoDialog } from '../../state/dialogs.ts';
import { jobName } from '../../state/format.ts';
import { maxCommands } from '../../state/jobs/load-strokes.ts';
import { type Thumbnail, thumbnails } from '../../state/jobs/thumbnails.ts';
import type { PhotoReply } from '../../state/photo/messages.ts';
import { PhotoCheck } from '../../state/photo/photo-check.ts';
import './photo-dialog.css';

export function PhotoDialog() {
  const job = photoDialog.value!;
  const check = useMemo(() => new PhotoCheck(job), [job]);
  useEffect(() => () => check.close(), [check]);
  const reply = check.reply.value;
  const found = reply?.kind === 'compared' && !check.isBusy.value ? reply.found : undefined;
  const submit = async () => {
    if (
      found !== undefined &&
      (await check.plot(found, texts.jobName(job.name || plotterTexts.jobs.unnamed(job.id))))
    )
      photoDialog.close();
  };
  const isTooLarge = job.total > maxCommands;
  return (
    <FormDialog
      title={texts.title(jobName(job))}
      wide
      submit={texts.plot}
      isDisabled={found === undefined || found.missing === 0}
      onSubmit={submit}
      onClose={photoDialog.close}
    >
      <div class="photo-check stack gap-4">
        <p>{isTooLarge ? texts.tooLarge(maxCommands) : texts.intro}</p>
        <FileButton
          icon="picture"
          accept="image/*"
          disabled={isTooLarge || check.isBusy.value}
          onFiles={([photo]) => void check.open(photo)}
        >
          {reply === undefined ? texts.choose : texts.another}
        </FileButton>
        <p class={reply?.kind === 'failed' && !check.isBusy.value ? 'danger' : undefined} role="status">
          {check.isBusy.value ? texts.working : reply && wordsOf(reply)}
        </p>
        {reply !== undefined && reply.kind !== 'failed' && <Photo check={check} reply={reply} job={job} />}
      </div>
    </FormDialog>
  );
}

function wordsOf(reply: PhotoReply): string {
  if (reply.kind === 'asks') return '';
  if (reply.kind === 'failed')
    return reply.code !== undefined && reply.code in texts.problems
      ? texts.problems[reply.code as keyof typeof texts.problems]
      : texts.problems.unknown;
  const { missing, strokes } = reply.found;
  if (missing === 0) return texts.complete(strokes);
  const hint = missing > strokes / 2 ? texts.otherSheet : texts.hint;
  return `${texts.missing(missing, strokes)} ${hint}`;
}

interface PhotoProps {
  check: PhotoCheck;
  reply: PhotoReply & { kind: 'compared' | 'asks' };
  job: Job;
}

function Photo({ check, reply, job }: PhotoProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const points = useSignal<readonly PhotoPoint[]>([]);
  const { image } = reply;
  useEffect(() => {
    canvas.current!.width = image.width;
    canvas.current!.height = image.height;
    canvas.current!.getContext('2d')!.drawImage(image, 0, 0);
    points.value = [];
  }, [image]);
  const references = reply.kind === 'asks' ? reply.references : [];
  const next = references[points.value.length];
  const click = ({ offsetX, offsetY, currentTarget }: MouseEvent) => {
    if (next === undefined || !(currentTarget instanceof HTMLCanvasElement)) return;
    const scale = image.width / currentTarget.clientWidth;
    points.value = [...points.value, { x: offsetX * scale, y: offsetY * scale }];
    if (points.value.length === references.length) check.place(points.value);
  };
  return (
    <>
      {next !== undefined && (
        <div class="row gap-4">
          <Sketch job={job} x={next.xMm * check.stepsPerMm} y={next.yMm * check.stepsPerMm} />
          <p role="status">{texts.click(points.value.length + 1, references.length)}</p>
        </div>
      )}
      <div class={`photo-paper ${next === undefined ? '' : 'photo-asks'}`}>
        <canvas ref={canvas} role="img" aria-label={texts.photo} onClick={click} />
      </div>
    </>
  );
}

/** The place is in steps. */
function Sketch({ job, x, y }: { job: Job; x: number; y: number }) {
  const thumbnail = useSignal<Thumbnail | undefined>(undefined);
  useEffect(() => {
    void thumbnails.get(job).then((made) => {
      thumbnail.value = made;
    });
  }, [job.id]);
  const made = thumbnail.value;
  if (made === undefined) return null;
  const size = Math.max(...made.drawnBox.split(' ').map(Number).slice(2));
  return (
    <svg class="photo-sketch" viewBox={made.drawnBox} role="img" aria-label={texts.sketch}>
      <path d={made.path} vector-effect="non-scaling-stroke" />
      <circle cx={x} cy={y} r={size / 18} />
    </svg>
  );
}
