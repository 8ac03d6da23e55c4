/** Scrolls to a part of the page, without animation if the user prefers reduced motion. */
export function scrollTo(selector: string): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const behavior = isStill ? 'auto' : 'smooth';
  document.querySelector(selector)?.scrollIntoView({ block: 'nearest', behavior });
}
