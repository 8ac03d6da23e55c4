/** Pictures this close to the window are loaded ahead. */
const marginPixels = 300;

const near = {
  waiting: new Map<Element, () => void>(),
  observer: undefined as IntersectionObserver | undefined,
};

/** Calls once when the element comes near the window. Returns a cancel function. One observer serves all rows. */
export function whenNear(element: Element, come: () => void): () => void {
  near.observer ??= new IntersectionObserver(look, { rootMargin: `${marginPixels}px` });
  const { observer } = near;
  near.waiting.set(element, come);
  observer.observe(element);
  return () => {
    near.waiting.delete(element);
    observer.unobserve(element);
  };
}

function look(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    const come = near.waiting.get(target);
    near.waiting.delete(target);
    near.observer?.unobserve(target);
    come?.();
  }
}
