export function scrollTo(selector: string): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const behavior = isStill ? 'auto' : 'smooth';
  document.querySelector(selector)?.scrollIntoView({ block: 'nearest', behavior });
}
