import { useEffect, useState } from 'react';

/** What an earlier visit saved, to stand there until it comes anew; null until it is read, and where there is nothing. */
export function useLast<T>(read: () => Promise<T | null>, key: string): T | null {
  const [last, setLast] = useState<T | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when to read again.
  useEffect(() => {
    let isCurrent = true;
    read().then(value => isCurrent && setLast(value));
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return last;
}
