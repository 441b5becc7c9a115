import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Failed } from '../ui/drawings/failed.tsx';
import { Notice } from '../ui/notice.tsx';

/** Stands in for what could not be loaded, with the way to try again. */
export function LoadFailed({ onRetry, drawing = <Failed /> }: { onRetry: () => void; drawing?: ReactNode }) {
  const { text } = useText();
  return (
    <Notice
      role="alert"
      drawing={drawing}
      text={text('error.load')}
      action={{ label: text('retry'), onPress: onRetry }}
    />
  );
}
