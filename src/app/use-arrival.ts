import { useEffect, useLayoutEffect, useRef } from 'react';
import { useText } from '../i18n/use-text.ts';
import { bridgeHooks } from '../platform/bridge/bridge.ts';
import { leaveNotes } from '../state/overlay.ts';
import { type Screen, titleOf } from './screens.ts';

/** Names the page after its screen, and on each navigation moves the focus to the heading. */
export function useArrival(screen: Screen): void {
  const { text } = useText();
  const last = useRef<Screen | null>(null);
  const title = `${text(titleOf(screen))} · ${text('app.name')}`;

  useLayoutEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    const first = last.current === null;
    last.current = screen;
    bridgeHooks.onArrival?.();
    if (first) return;
    leaveNotes();
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
