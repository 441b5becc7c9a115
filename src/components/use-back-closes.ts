import { useEffect, useRef } from 'react';
import { openLayer } from '../platform/navigation.ts';

/** Has the host's Back close what lies above the screen instead of leaving the screen; null: nothing does. */
export function useBackCloses(open: object | string | true | null, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => (open === null ? undefined : openLayer(() => latest.current())), [open]);
}
