import { useCallback, useEffect, useRef, useState } from 'react';
import type { Memory } from '../memory.ts';
import { useReturnOnline } from '../use-return-online.ts';

/** What is remembered of the pages that have come. */
interface SavedPages<T> {
  items: T[];
  /** The page to ask for next. */
  next: number;
  ended: boolean;
  key: string;
}

interface Pages<T> {
  items: T[];
  /** How many pages have come. */
  count: number;
  /** 'more': another page may be asked for; 'ended': the last one was empty. */
  status: 'loading' | 'more' | 'ended' | 'failed';
  /** Why the last page failed. */
  error: unknown;
  loadMore: () => void;
  /** Starts again from the first page, keeping what is shown until it has come; resolves true on success. */
  reload: () => Promise<boolean>;
  /** Takes items away that were deleted. */
  remove: (gone: (item: T) => boolean) => void;
}

/**
 * Pages of a list, one at a time, until a page comes empty; one that did not come without a network is asked for again
 * when it is back. `idOf` keeps an item that moved from showing twice.
 * With a memory, the pages of an earlier visit are shown at once, and only the first is asked for again; without, what
 * `readLast` gives of the first one stands there until it comes.
 * The signal of `fetchPage` aborts when the list starts again or goes.
 */
export function usePages<T>(
  fetchPage: (page: number, signal: AbortSignal) => Promise<T[]>,
  idOf: (item: T) => string | number,
  key = '',
  memory?: Memory<SavedPages<T>>,
  readLast?: () => Promise<T[] | null>,
): Pages<T> {
  const [{ pages, kept }] = useState(() => restore(memory, key));
  const [items, setItems] = useState<T[]>(kept?.items ?? []);
  const [status, setStatus] = useState<Pages<T>['status']>('loading');
  const place = useRef({
    next: kept?.next ?? 1,
    ended: kept?.ended ?? false,
    ids: '',
    loading: false,
    run: new AbortController(),
  });
  const error = useRef<unknown>(null);
  const isKept = useRef(kept !== undefined);
  const latest = useRef({ fetchPage, idOf });
  latest.current = { fetchPage, idOf };

  const load = useCallback(async (page: number): Promise<boolean> => {
    const { signal } = place.current.run;
    place.current.loading = true;
    setStatus('loading');
    try {
      const found = await latest.current.fetchPage(page, signal);
      if (signal.aborted) return false;
      const ids = found.map(latest.current.idOf).join('\n');
      // Empty, or the page before once more: an API that knows no pages would send it for ever.
      const ended = found.length === 0 || (page > 1 && ids === place.current.ids);
      Object.assign(place.current, { next: page + 1, ended, ids });
      setItems(before => append(page === 1 ? [] : before, found, latest.current.idOf));
      setStatus(ended ? 'ended' : 'more');
      return true;
    } catch (cause) {
      if (signal.aborted) return false;
      error.current = cause;
      setStatus('failed');
      return false;
    } finally {
      if (!signal.aborted) place.current.loading = false;
    }
  }, []);

  /** Shows the first page as it is now; when it does not come, what was kept is still good. */
  const freshen = useCallback(async () => {
    const { signal } = place.current.run;
    const { idOf } = latest.current;
    place.current.loading = true;
    const found = await latest.current.fetchPage(1, signal).catch(() => null);
    if (signal.aborted) return;
    place.current.loading = false;
    place.current.ended ||= found?.length === 0;
    if (found?.length === 0) setItems([]);
    else if (found) setItems(before => append(append([], found, idOf), before, idOf));
    setStatus(place.current.ended ? 'ended' : 'more');
  }, []);

  const restart = useCallback(() => {
    place.current.run.abort();
    place.current.run = new AbortController();
  }, []);

  const reload = useCallback(() => {
    restart();
    // Also where the next try starts when this one fails.
    place.current.next = 1;
    place.current.ended = false;
    return load(1);
  }, [restart, load]);

  const loadMore = useCallback(() => {
    const { loading, ended, next } = place.current;
    if (!loading && !ended) load(next);
  }, [load]);

  const remove = useCallback((gone: (item: T) => boolean) => {
    setItems(before => before.filter(item => !gone(item)));
  }, []);

  useReturnOnline(() => {
    // A page that was asked for without a network may not have failed yet.
    if (status !== 'loading' && status !== 'failed') return true;
    restart();
    return load(place.current.next);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when to start again.
  useEffect(() => {
    if (isKept.current) freshen();
    else {
      reload();
      const { signal } = place.current.run;
      readLast?.().then(last => {
        if (last && !signal.aborted && place.current.next === 1) setItems(last);
      });
    }
    isKept.current = false;
    return () => place.current.run.abort();
  }, [reload, freshen, key]);

  useEffect(() => {
    const { next, ended } = place.current;
    if (next > 1) pages?.save({ items, next, ended, key });
  }, [pages, items, key]);

  return { items, count: place.current.next - 1, status, error: error.current, loadMore, reload, remove };
}

/** The memory of the entry that was open when the list was, and what it holds for this key. */
function restore<T>(pages: Memory<SavedPages<T>> | undefined, key: string) {
  const kept = pages?.read();
  return { pages, kept: kept?.key === key ? kept : undefined };
}

/** A list and what follows in it, without what it has already. */
function append<T>(list: T[], more: T[], idOf: (item: T) => string | number): T[] {
  const added = new Map(more.map(item => [idOf(item), item]));
  for (const item of list) added.delete(idOf(item));
  // Not by spreading, which keeps room for half as many again.
  return list.concat([...added.values()]);
}
