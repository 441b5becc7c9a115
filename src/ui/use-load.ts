import { useCallback, useEffect, useRef, useState } from 'react';
import { useReturnOnline } from './use-return-online.ts';

/** While new data are loading, the previous `data` remain. */
type Loaded<T> =
  | { status: 'loading'; data: T | null }
  | { status: 'ready'; data: T }
  | { status: 'failed'; data: T | null; error: unknown };

/** Loads on mount and for each new `key`; retries when back online. `reload` resolves with true on success. */
export function useLoad<T>(load: () => Promise<T>, key = ''): [Loaded<T>, () => Promise<boolean>] {
  const [state, setState] = useState<Loaded<T>>({ status: 'loading', data: null });
  const newest = useRef(0);
  const latestLoad = useRef(load);
  latestLoad.current = load;

  const run = useCallback(async () => {
    const mine = ++newest.current;
    setState(before => ({ status: 'loading', data: before.data }));
    try {
      const data = await latestLoad.current();
      if (mine === newest.current) setState({ status: 'ready', data });
      return true;
    } catch (error) {
      if (mine === newest.current) setState(before => ({ status: 'failed', data: before.data, error }));
      return false;
    }
  }, []);

  useReturnOnline(() => state.status !== 'failed' || run());

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again for each key.
  useEffect(() => {
    run();
    return () => {
      newest.current++;
    };
  }, [run, key]);

  return [state, run];
}
