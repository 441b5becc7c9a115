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
  const place = useRef({ next: 1, loading: false, ended: false, run: 0 });
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
      place.current.ended = found.length === 0;
      setItems(before => onceEach(page === 1 ? found : [...before, ...found], latest.current.idOf));
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
    // Also where the next try starts when this one fails.
    place.current.next = 1;
    place.current.ended = false;
    return load(1);
  }, [load]);

  const loadMore = useCallback(() => {
    const { loading, ended, next } = place.current;
    if (!loading && !ended) load(next);
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

/** The items without those whose id an earlier one has. */
function onceEach<T>(items: T[], idOf: (item: T) => string | number): T[] {
  const known = new Set<string | number>();
  return items.filter(item => !known.has(idOf(item)) && known.add(idOf(item)));
}
