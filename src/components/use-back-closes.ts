import { useLayoutEffect, useRef } from 'react';
import { openLayer } from '../platform/navigation.ts';

/**
 * Makes the host's Back button close what lies above the screen, instead of leaving the screen. Null: nothing lies
 * above it. From its first moment on: a Back before the next frame would else leave the screen.
 */
export function useBackCloses(open: object | string | true | null, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => (open === null ? undefined : openLayer(() => latest.current())), [open]);
}
