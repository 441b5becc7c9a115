import { useLayoutEffect, useRef } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { entryMemory } from '../platform/entry-memory.ts';
import type { Screen } from './screens.ts';

/** Opens each entry of the history at its top, and where it was left when the user comes back to it. */
export function useScrollPlace(screen: Screen): void {
  const search = useSearch();
  const isFirst = useRef(true);

  // Before the page is painted, and after the lists of the screen have taken their full height.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query names the step of a screen.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const place = entryMemory<number>('scroll');
    const stays = isFirst.current || screen.keepAlive;
    isFirst.current = false;
    if (!stays) window.scrollTo(0, place.read() ?? 0);

    const remember = () => place.save(window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [screen, search]);
}
