import { Button } from './button.tsx';
import styles from './endless-end.module.css';
import { useNearEnd } from './use-near-end.ts';

interface EndlessEndProps {
  /** 'paused': there are more, which the user asks for. */
  pages: {
    items: unknown[];
    status: 'loading' | 'more' | 'paused' | 'ended' | 'failed';
    loadMore: () => void;
  };
  words: { loading: string; ended: string; failed: string; retry: string; further: string };
}

/** The foot of an endless list: asks for the next page when it comes near, and says how it went. */
export function EndlessEnd({ pages, words }: EndlessEndProps) {
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
