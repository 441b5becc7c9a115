import { useCallback, useEffect, useRef, useState } from 'react';
import { useReturnOnline } from './use-return-online.ts';

/** Something that is on its way, here, or did not come; `data` stays while it is loaded again. */
type Loaded<T> =
  | { status: 'loading'; data: T | null }
  | { status: 'ready'; data: T }
  | { status: 'failed'; data: T | null; error: unknown };

/**
 * Loads when the screen opens and whenever `key` changes, and what did not come once more when the network is back; `reload`
 * asks again and resolves true on success.
 */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when to load again.
  useEffect(() => {
    run();
    return () => {
      newest.current++;
    };
  }, [run, key]);

  return [state, run];
}
