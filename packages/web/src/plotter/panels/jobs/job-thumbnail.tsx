import type { Job } from '@stationery/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Thumbnail, thumbnails } from '../../state/jobs/thumbnails.ts';

/** A small picture of a job, loaded when it becomes visible. */
export function JobThumbnail({ job }: { job: Job }) {
  const [thumbnail, show] = useState<Thumbnail | undefined>(undefined);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      void thumbnails.get(job).then((made) => isGone || show(made));
    });
    observer.observe(element.current!);
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [job.id]);
  return (
    <div ref={element} class="job-thumbnail">
      {thumbnail && (
        <svg viewBox={thumbnail.viewBox} width="100%" height="100%" aria-hidden="true">
          <path d={thumbnail.path} vector-effect="non-scaling-stroke" />
        </svg>
      )}
    </div>
  );
}
