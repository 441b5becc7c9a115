import { useEffect, useRef } from 'react';
import { useText } from '../i18n/use-text.ts';
import { bridgeHooks } from '../platform/bridge.ts';
import type { Screen } from './screens.ts';

/** Names the page after its screen, and on each navigation goes to the top and moves the focus to the heading. */
export function useArrival(screen: Screen): void {
  const { text } = useText();
  const last = useRef<Screen | null>(null);
  document.title = `${text(screen.title)} · ${text('app.name')}`;

  useEffect(() => {
    const first = last.current === null;
    last.current = screen;
    bridgeHooks.onArrival?.();
    if (first) return;
    if (!screen.keepAlive) window.scrollTo(0, 0);
    return focusHeading();
  }, [screen]);
}

/** Focuses the visible heading as soon as there is one; returns how to stop waiting. */
function focusHeading(): () => void {
  const tryNow = () => {
    const headings = [...document.querySelectorAll<HTMLElement>('main h1')];
    const heading = headings.find(heading => !heading.closest('[hidden], [aria-busy]'));
    heading?.focus({ preventScroll: true });
    return heading !== undefined;
  };
  if (tryNow()) return () => {};
  const observer = new MutationObserver(() => tryNow() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
