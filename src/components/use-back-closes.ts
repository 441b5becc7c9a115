import { useEffect, useRef } from 'react';
import { openLayer } from '../platform/navigation.ts';

/**
 * Makes the host's Back button close what lies above the screen, instead of leaving the screen. Null: nothing lies
 * above it.
 */
export function useBackCloses(open: object | string | true | null, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => (open === null ? undefined : openLayer(() => latest.current())), [open]);
}
