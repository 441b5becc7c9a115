import { useLayoutEffect, useState } from 'react';

/** Whether the window is as wide as a computer's; false in the first rendering, as at build time. */
export function useWide(): boolean {
  const [isWide, setWide] = useState(false);

  useLayoutEffect(() => {
    const query = matchMedia('(min-width: 900px)');
    const look = () => setWide(query.matches);
    look();
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);

  return isWide;
}
