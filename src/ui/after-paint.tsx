import { type ReactNode, useEffect, useState } from 'react';

/** Draws the last part of a screen once the rest has been painted, so that a tap is answered sooner. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return isPainted && children;
}
