import { useCallback, useEffect, useRef, useState } from 'react';
import { useReturnOnline } from '../use-return-online.ts';

/** A list's loaded pages, kept in memory. */
interface SavedPages<T> {
  items: T[];
  /** Number of the next page to load. */
  next: number;
  ended: boolean;
  key: string;
}

interface Pages<T> {
  items: T[];
  /** Number of loaded pages. */
  count: number;
  /** 'more': another page can be loaded. 'ended': there are no more pages. */
  status: 'loading' | 'more' | 'ended' | 'failed';
  /** The error of the last failed page. */
  error: unknown;
  loadMore: () => void;
  /** Reloads the first page, and shows the current items until it arrives. Resolves with true on success. */
  reload: () => Promise<boolean>;
  /** Removes items that were deleted. */
  remove: (gone: (item: T) => boolean) => void;
}

/**
 * Loads a list page by page until a page is empty. Retries a failed page when back online. `idOf` detects items that
 * have moved to another page and arrive twice. With `memory`, shows the pages of an earlier visit and reloads only the
 * first page. Without saved pages, shows the result of `readLast` until the first page is loaded. The signal of
 * `fetchPage` aborts on restart or unmount.
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
      // The list ends with an empty page or a repeated page. An API without paging would return the same page forever.
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

  /** Reloads the first page. Keeps the saved pages if that fails. */
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
    // If loading fails, the retry also starts with the first page.
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
    // Also restart a page that is still loading: it may have been requested offline and not failed yet.
    if (status !== 'loading' && status !== 'failed') return true;
    restart();
    return load(place.current.next);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts for each key.
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

/** Returns the memory, and its pages if they were saved under this key. */
function restore<T>(pages: Memory<SavedPages<T>> | undefined, key: string) {
  const kept = pages?.read();
  return { pages, kept: kept?.key === key ? kept : undefined };
}

/** Appends the items that are not in the list yet. */
function append<T>(list: T[], more: T[], idOf: (item: T) => string | number): T[] {
  const added = new Map(more.map(item => [idOf(item), item]));
  for (const item of list) added.delete(idOf(item));
  // Spread syntax would need 50 % more memory.
  return list.concat([...added.values()]);
}

/** Stores a component's value after unmount, for example per history entry. */
export interface Memory<T> {
  read: () => T | undefined;
  save: (value: T) => void;
}
