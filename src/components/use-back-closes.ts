import { useLayoutEffect, useRef } from 'react';
import { openLayer } from '../platform/navigation.ts';

/** Makes the back button close a layer; `open` is null if none is open. A layout effect works before the next frame. */
export function useBackCloses(open: object | string | true | null, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => (open === null ? undefined : openLayer(() => latest.current())), [open]);
}
