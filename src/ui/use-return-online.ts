import { useEffect, useRef } from 'react';

/** Delays before the second and third attempt, ms. Phones often report "online" before any server is reachable. */
const pauses = [1_000, 3_000];

/** Calls `call` when the browser goes online. While `call` resolves with false, repeats it up to twice. */
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
