import { useLayoutEffect, useRef } from 'react';
import { openLayer } from '../platform/navigation.ts';

/**
 * Makes the back button close a layer. `open` is null while no layer is open. Uses a layout effect, so that the back
 * button works before the next frame.
 */
export function useBackCloses(open: object | string | true | null, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => (open === null ? undefined : openLayer(() => latest.current())), [open]);
}
