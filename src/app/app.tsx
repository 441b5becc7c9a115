import { Component, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useSearch } from 'wouter/use-browser-location';
import { lazyPart } from '../components/lazy-part.tsx';
import { useText } from '../i18n/use-text.ts';
import { basePath, paths } from '../paths.ts';
import { bridge, bridgeHooks } from '../platform/bridge/bridge.ts';
import { entryMemory } from '../platform/entry-memory.ts';
import { leavePage, reloadPage } from '../platform/leave-page.ts';
import { leaveNotes, overlay } from '../state/overlay.ts';
import { session } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { FrameIcon } from '../ui/frame-icon.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import styles from './app.module.css';
import { BlockingOverlays, lazyScreen } from './lazy-screen.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { type Screen, screens, titleOf, useScreen } from './screens.ts';
import { TabBar } from './tab-bar.tsx';

const NoteList = lazyPart(() => import('./note-list.tsx'));

const AdBadge = lazyPart(() => import('./ad-badge.tsx'));

const SignInGate = lazyScreen(() => import('./sign-in-gate.tsx')).component;

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
        {screen.adBadge && token !== null && <AdBadgePlace />}
        {screen.tabBar && <TabBar path={path} />}
      </Underlay>
      <Overlays />
    </>
  );
}

/** A separate component, so that progress updates of the loading overlay do not re-render the screen. */
function Underlay({ children }: { children: ReactNode }) {
  const { question, loading } = useSnapshot(overlay);
  return (
    <div className={styles.frame} inert={question !== null || loading !== null}>
      {children}
    </div>
  );
}

/** Shows the ad badge. Hosts without ads do not download its code. */
const AdBadgePlace = () => bridge.showRewardedAd && <AdBadge />;

/** Sets the document title and, after each navigation, focuses the heading. */
function useArrival(screen: Screen): void {
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

/** Focuses the visible heading, waiting until it is rendered. Returns a function that stops waiting. */
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

/** Scrolls to the top on a new history entry. If the user returns to an old entry, restores its scroll position. */
function useScrollPlace(screen: Screen): void {
  const search = useSearch();
  const isFirst = useRef(true);

  // In a layout effect, so that the position is set before the paint. The lists already have their full height then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query names the step of a screen.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const place = entryMemory<number>('scroll');
    const stays = isFirst.current || screen.keepAlive;
    isFirst.current = false;
    if (!stays) window.scrollTo(0, place.read() ?? 0);

    const remember = () => place.save(window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [screen, search]);
}

/** Hides a screen instead of unmounting it, and restores its scroll position when the screen is visible again. */
function KeepAlive({ screen, visible }: { screen: Screen; visible: boolean }) {
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
        {/* One boundary per screen, because a shared one removes hidden screens while another screen loads. */}
        <Suspense fallback={<ScreenSkeleton />}>
          <Component />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

function Overlays() {
  return (
    <>
      <BlockingOverlays />
      <Notes />
      <Toasts />
    </>
  );
}

function Notes() {
  const { notes } = useSnapshot(overlay);
  return (
    <div className={styles.notes} role="status">
      {notes.length > 0 && <NoteList />}
    </div>
  );
}

function Toasts() {
  const { toasts } = useSnapshot(overlay);
  const { say } = useText();
  return (
    <div className={styles.toasts} role="status">
      {toasts.map(toast => (
        <p key={toast.id} className={styles.toast}>
          {say(toast.message)}
        </p>
      ))}
    </div>
  );
}

/** If a screen throws or fails to load, shows an error message with a link to Home instead of a blank page. */
class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override render() {
    return this.state.error ? <ErrorScreen /> : this.props.children;
  }
}

/** Both buttons reload the page, because the app's own navigation may be broken. */
function ErrorScreen() {
  const { text } = useText();
  return (
    <>
      <NavBar title={text('error.title')} />
      <div className={styles.broken} role="alert">
        <FrameIcon name={navigator.onLine ? 'warning' : 'offline'} size={48} />
        <p>{text(navigator.onLine ? 'error.broken' : 'error.offline')}</p>
        <Button onClick={reloadPage}>{text('retry')}</Button>
        <Button kind="quiet" onClick={() => leavePage(basePath + paths.home)}>
          {text('home.go')}
        </Button>
      </div>
    </>
  );
}
