import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { useOnline } from '../ui/use-online.ts';
import { loadError } from './load-error.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './paged-list.module.css';

/** How far from the end of the page the next one is asked for, px. */
const threshold = 300;

/** The scroll position is looked at no more often than this, ms. */
const throttle = 500;

interface EndlessEndProps {
  /** 'paused': there are more, which the user asks for. */
  pages: {
    items: unknown[];
    status: 'loading' | 'more' | 'paused' | 'ended' | 'failed';
    loadMore: () => void;
  };
  words: { loading: string; ended: string; failed: string; retry: string; further: string };
}

interface PagedListProps {
  pages: ComponentProps<typeof EndlessEnd>['pages'] & { error: unknown };
  /** True while there is nothing to show: no page has come, and nothing is remembered. */
  isEmpty?: boolean;
  /** What stands there until the first page comes. */
  skeleton: ReactNode;
  /** What stands there when there are none. */
  none: ReactNode;
  /** The items. */
  children: ReactNode;
}

/** A list that comes page by page, in each of its states: loading, empty, failed, more to come, at its end. */
export function PagedList({ pages, isEmpty = pages.items.length === 0, ...parts }: PagedListProps) {
  const { text, say } = useText();
  const isOnline = useOnline();
  if (isEmpty) return <WithoutItems pages={pages} {...parts} />;
  const words = {
    loading: text('loading'),
    ended: text('ended'),
    failed: say(loadError(pages.error, isOnline)),
    retry: text('retry'),
    further: text('look-further'),
  };
  return (
    <>
      {parts.children}
      <EndlessEnd pages={pages} words={words} />
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

/** The foot of an endless list: asks for the next page when it comes near, and says how it went. */
function EndlessEnd({ pages, words }: EndlessEndProps) {
  useNearEnd(pages.loadMore, pages.status === 'more', pages.items.length);
  return (
    <div className={styles.end} role="status">
      {pages.status === 'loading' && words.loading}
      {pages.status === 'ended' && words.ended}
      {pages.status === 'failed' && words.failed}
      {(pages.status === 'failed' || pages.status === 'paused') && (
        <Button kind="quiet" onClick={pages.loadMore}>
          {pages.status === 'failed' ? words.retry : words.further}
        </Button>
      )}
    </div>
  );
}

/** Calls `onNearEnd` when the window is scrolled near its end, and after each change of `length` that leaves it there. */
export function useNearEnd(onNearEnd: () => void, active: boolean, length: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that does not fill the screen asks for the next one.
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
