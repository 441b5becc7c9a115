import { type ReactNode, useEffect, useState } from 'react';

/** Renders the rest of a screen after its first paint, so that the screen responds to taps sooner. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return isPainted && children;
}
