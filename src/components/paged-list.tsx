import { type ReactNode, useEffect } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { useOnline } from '../ui/use-online.ts';
import { LoadFailed, loadError } from './load-failed.tsx';
import styles from './paged-list.module.css';

/** Distance from the page's end, in px, at which the next page loads. */
const threshold = 300;

/** Minimum time between two reads of the scroll position, ms. */
const throttle = 500;

interface PagedListProps {
  pages: {
    items: unknown[];
    /** Status 'paused' means that there are more pages, but the user must press a button to load them. */
    status: 'loading' | 'more' | 'paused' | 'ended' | 'failed';
    error: unknown;
    loadMore: () => void;
  };
  /** True if there is nothing to show, because no page is loaded or cached. */
  isEmpty?: boolean;
  skeleton: ReactNode;
  /** Shown if there are no items. */
  none: ReactNode;
  children: ReactNode;
}

/** An endless list. Shows a loading, empty or error state if there are no items. */
export function PagedList({ pages, isEmpty = pages.items.length === 0, ...parts }: PagedListProps) {
  if (isEmpty) return <WithoutItems pages={pages} {...parts} />;
  return (
    <>
      {parts.children}
      <EndlessEnd pages={pages} />
    </>
  );
}

function WithoutItems({ pages, skeleton, none }: Omit<PagedListProps, 'isEmpty' | 'children'>) {
  const { text } = useText();
  if (pages.status === 'failed') return <LoadFailed error={pages.error} onRetry={pages.loadMore} />;
  if (pages.status === 'ended') return none;
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{text('loading')}</span>
      {skeleton}
    </div>
  );
}

/** The end of an endless list. Loads the next page when the user scrolls near it, and shows the loading status. */
function EndlessEnd({ pages }: Pick<PagedListProps, 'pages'>) {
  const { text, say } = useText();
  const isOnline = useOnline();
  useNearEnd(pages.loadMore, pages.status === 'more', pages.items.length);
  return (
    <div className={styles.end} role="status">
      {pages.status === 'loading' && text('loading')}
      {pages.status === 'failed' && say(loadError(pages.error, isOnline))}
      {(pages.status === 'failed' || pages.status === 'paused') && (
        <Button kind="quiet" onClick={pages.loadMore}>
          {text(pages.status === 'failed' ? 'retry' : 'look-further')}
        </Button>
      )}
    </div>
  );
}

/** Calls `onNearEnd` when the user scrolls near the end of the page. Checks again when `length` changes. */
export function useNearEnd(onNearEnd: () => void, active: boolean, length: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again if a page did not fill the screen.
  useEffect(() => {
    if (!active) return;
    const check = () => {
      const { scrollHeight } = document.documentElement;
      if (window.scrollY + window.innerHeight >= scrollHeight - threshold) onNearEnd();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        check();
      }, throttle);
    };
    check();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
    };
  }, [onNearEnd, active, length]);
}
