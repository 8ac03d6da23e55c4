import type { Area, FillRule, Work } from '../../../area/area.ts';
import { combineAreas } from '../../../area/combine-areas.ts';
import { edgeToleranceMm, RectangleRegion, type Region } from '../../../area/region.ts';
import { type Box, edgeSlackMm } from '../../../geometry/box.ts';
import { Polylines } from '../../../geometry/polylines.ts';

/** A distance beyond any drawing. */
const farAwayMm = 1e8;

/**
 * Returns the clipped rings; undefined if nothing is clipped. If a clip path ends at the page edge, no line is
 * drawn along that edge.
 */
export function clipFill(
  rings: Polylines,
  rule: FillRule,
  parts: {
    readonly box: Box;
    readonly clips: readonly Region[];
    readonly page: Box | undefined;
    readonly work: Work;
  },
): Polylines | undefined {
  const { box, clips, page, work } = parts;
  let area: Area | undefined;
  for (const clip of clips) {
    const region = page !== undefined && clip instanceof RectangleRegion ? openAtPage(clip, page) : clip;
    if (region.surrounds(box.minX, box.minY, box.maxX, box.maxY)) continue;
    if (region.missesBox(box.minX, box.minY, box.maxX, box.maxY)) return new Polylines();
    area = combineAreas(area ?? { rings, rule }, region.area(), 'intersect', work);
  }
  return area === undefined ? undefined : withoutSlivers(area.rings);
}

/** Returns the clip rectangle without its sides on or beyond the page edge. */
function openAtPage(clip: RectangleRegion, page: Box): RectangleRegion {
  const { minX, minY, maxX, maxY } = clip;
  return new RectangleRegion(
    minX <= page.minX + edgeSlackMm ? -farAwayMm : minX,
    minY <= page.minY + edgeSlackMm ? -farAwayMm : minY,
    maxX >= page.maxX - edgeSlackMm ? farAwayMm : maxX,
    maxY >= page.maxY - edgeSlackMm ? farAwayMm : maxY,
  );
}

/** Removes parts thinner than the edge tolerance, which result from two almost equal edges. */
function withoutSlivers({ points, ends }: Polylines): Polylines {
  const out = new Polylines();
  let from = 0;
  for (const end of ends) {
    let surface = 0;
    let length = 0;
    for (let at = from + 2; at < end; at += 2) {
      const [x0, y0, x1, y1] = [points[at - 2]!, points[at - 1]!, points[at]!, points[at + 1]!];
      surface +=
        (x0 - points[from]!) * (y1 - points[from + 1]!) - (x1 - points[from]!) * (y0 - points[from + 1]!);
      length += Math.hypot(x1 - x0, y1 - y0);
    }
    if (Math.abs(surface) > edgeToleranceMm * length) {
      for (let at = from; at < end; at += 2) out.add(points[at]!, points[at + 1]!);
      out.end(true);
    }
    from = end;
  }
  return out;
}
