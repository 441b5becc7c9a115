import { useCallback, useEffect, useRef, useState } from 'react';

interface Pages<T> {
  items: T[];
  /** 'more': another page may be asked for; 'ended': the last one was empty. */
  status: 'loading' | 'more' | 'ended' | 'failed';
  loadMore: () => void;
  /** Starts again from the first page, keeping what is shown until it has come; resolves true on success. */
  reload: () => Promise<boolean>;
  /** Takes items away that were deleted. */
  remove: (gone: (item: T) => boolean) => void;
}

/** Pages of a list, one at a time, until a page comes empty; `idOf` keeps an item that moved from showing twice. */
export function usePages<T>(
  fetchPage: (page: number) => Promise<T[]>,
  idOf: (item: T) => string | number,
  key = '',
): Pages<T> {
  const [items, setItems] = useState<T[]>([]);
  const [status, setStatus] = useState<Pages<T>['status']>('loading');
  const place = useRef({ next: 1, loading: false, run: 0 });
  const latest = useRef({ fetchPage, idOf });
  latest.current = { fetchPage, idOf };

  const load = useCallback(async (page: number): Promise<boolean> => {
    const run = place.current.run;
    place.current.loading = true;
    setStatus('loading');
    try {
      const found = await latest.current.fetchPage(page);
      if (run !== place.current.run) return false;
      place.current.next = page + 1;
      setItems(before => {
        const kept = page === 1 ? [] : before;
        const known = new Set(kept.map(latest.current.idOf));
        return [...kept, ...found.filter(item => !known.has(latest.current.idOf(item)))];
      });
      setStatus(found.length === 0 ? 'ended' : 'more');
      return true;
    } catch {
      if (run === place.current.run) setStatus('failed');
      return false;
    } finally {
      if (run === place.current.run) place.current.loading = false;
    }
  }, []);

  const reload = useCallback(() => {
    place.current.run++;
    return load(1);
  }, [load]);

  const loadMore = useCallback(() => {
    if (!place.current.loading) load(place.current.next);
  }, [load]);

  const remove = useCallback((gone: (item: T) => boolean) => {
    setItems(before => before.filter(item => !gone(item)));
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when to start again.
  useEffect(() => {
    reload();
    return () => {
      place.current.run++;
    };
  }, [reload, key]);

  return { items, status, loadMore, reload, remove };
}
