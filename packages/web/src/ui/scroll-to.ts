/** Brings a part of the page into sight, without a journey for those who asked for none. */
export function scrollTo(selector: string): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const behavior = isStill ? 'auto' : 'smooth';
  document.querySelector(selector)?.scrollIntoView({ block: 'nearest', behavior });
}
