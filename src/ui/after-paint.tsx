import { type ReactNode, useEffect, useState } from 'react';

/** Renders the last part of a screen after the first paint, so that the screen responds to taps sooner. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return isPainted && children;
}
