import { useEffect, useState } from 'react';

/** Reads a value that an earlier visit saved. Null while it is being read, or if there is none. */
export function useLast<T>(read: () => Promise<T | null>, key: string): T | null {
  const [last, setLast] = useState<T | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again for each key.
  useEffect(() => {
    let isCurrent = true;
    read().then(value => isCurrent && setLast(value));
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return last;
}
