import { type ReactNode, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { overlay } from '../state/overlay.ts';
import { session } from '../state/session.ts';
import { AdEntry } from './ad-entry.tsx';
import styles from './app.module.css';
import { ErrorBoundary } from './error-boundary.tsx';
import { KeepAlive } from './keep-alive.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { Overlays } from './overlays.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { screens } from './screens.ts';
import { TabBar } from './tab-bar.tsx';
import { useArrival } from './use-arrival.ts';
import { useScreen } from './use-screen.ts';
import { useScrollPlace } from './use-scroll-place.ts';

const SignInGate = lazyScreen(() => import('./sign-in-gate.tsx')).component;

/** The whole app: the screen of the current address, and what lies around and above it. */
export function App() {
  const screen = useScreen();
  const { path } = screen;
  const { token } = useSnapshot(session);
  const kept = screens.filter(screen => screen.keepAlive);
  const allowed = screen.open || token !== null;
  const Current = screen.component;
  useScrollPlace(screen);
  useArrival(screen);

  return (
    <>
      <Underlay>
        <main className={styles.main}>
          <ErrorBoundary key={path}>
            <Suspense fallback={<ScreenSkeleton />}>
              {!allowed && <SignInGate />}
              {allowed && !screen.keepAlive && <Current key={path} />}
            </Suspense>
          </ErrorBoundary>
          {token !== null &&
            kept.map(screen => (
              <KeepAlive key={screen.path} screen={screen} visible={screen.path === path} />
            ))}
        </main>
        {screen.adEntry && token !== null && <AdEntry />}
        {screen.tabBar && <TabBar path={path} />}
      </Underlay>
      <Overlays />
    </>
  );
}

/** What lies below the overlays. Its own component, so that progress of the loading overlay does not render the screen again. */
function Underlay({ children }: { children: ReactNode }) {
  const { question, loading } = useSnapshot(overlay);
  return (
    <div className={styles.frame} inert={question !== null || loading !== null}>
      {children}
    </div>
  );
}
