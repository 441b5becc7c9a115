import { useEffect, useRef } from 'react';

/** Milliseconds before the second and the third try: a phone often says that it is back before anything can be reached. */
const pauses = [1_000, 3_000];

/**
 * Calls when the network is back, as to replace what was last known by what is now; again, at most twice, when that
 * resolves false.
 */
export function useReturnOnline(call: () => unknown): void {
  const latest = useRef(call);
  latest.current = call;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function attempt(tries: number) {
      clearTimeout(timer);
      const isDone = (await latest.current()) !== false;
      if (!isDone && tries < pauses.length) timer = setTimeout(() => attempt(tries + 1), pauses[tries]);
    }
    const onReturn = () => void attempt(0);

    window.addEventListener('online', onReturn);
    return () => {
      window.removeEventListener('online', onReturn);
      clearTimeout(timer);
    };
  }, []);
}
