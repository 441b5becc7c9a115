import { Suspense, useLayoutEffect, useRef } from 'react';
import styles from './app.module.css';
import { ErrorBoundary } from './error-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import type { Screen } from './screens.ts';

/** A screen that is only hidden when the user leaves it, and is back where it was scrolled to. */
export function KeepAlive({ screen, visible }: { screen: Screen; visible: boolean }) {
  const opened = useRef(false);
  const scroll = useRef(0);
  if (visible) opened.current = true;

  useLayoutEffect(() => {
    if (!visible) return;
    window.scrollTo(0, scroll.current);
    const remember = () => {
      scroll.current = window.scrollY;
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [visible]);

  if (!opened.current) return null;
  const Component = screen.component;
  return (
    <div className={styles.kept} hidden={!visible}>
      <ErrorBoundary>
        {/* Its own boundary: inside a shared one the hidden screen would be detached while another loads. */}
        <Suspense fallback={<ScreenSkeleton />}>
          <Component />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
