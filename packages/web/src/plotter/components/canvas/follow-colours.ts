/** Calls `refresh` when the colours of the page change. Returns a function that ends this. */
export function followColours(refresh: () => void): () => void {
  const themed = new MutationObserver(refresh);
  themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', refresh);
  return () => {
    themed.disconnect();
    dark.removeEventListener('change', refresh);
  };
}
