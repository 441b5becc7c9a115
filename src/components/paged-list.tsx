import type { ComponentProps, ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { EndlessEnd } from '../ui/endless-end.tsx';
import { useOnline } from '../ui/use-online.ts';
import { loadError } from './load-error.ts';
import { LoadFailed } from './load-failed.tsx';

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
