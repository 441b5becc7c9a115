import { useEffect, useRef } from 'react';

/** Calls when the network is back, as to replace what was last known by what is now. */
export function useReturnOnline(call: () => void): void {
  const latest = useRef(call);
  latest.current = call;

  useEffect(() => {
    const onReturn = () => latest.current();
    window.addEventListener('online', onReturn);
    return () => window.removeEventListener('online', onReturn);
  }, []);
}
