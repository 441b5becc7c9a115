import { useText } from '../i18n/use-text.ts';
import { Failed } from '../ui/drawings/failed.tsx';
import { Offline } from '../ui/drawings/offline.tsx';
import { Notice } from '../ui/notice.tsx';
import { useOnline } from '../ui/use-online.ts';

/** Stands in for what could not be loaded, with the way to try again; without a network it will be loaded when that is back. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const { text } = useText();
  const isOnline = useOnline();
  return (
    <Notice
      role="alert"
      drawing={isOnline ? <Failed /> : <Offline />}
      text={text(isOnline ? 'error.load' : 'error.load-offline')}
      action={{ label: text('retry'), onPress: onRetry }}
    />
  );
}
