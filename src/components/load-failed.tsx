import { useText } from '../i18n/use-text.ts';
import { Failed } from '../ui/drawings/failed.tsx';
import { Offline } from '../ui/drawings/offline.tsx';
import { Notice } from '../ui/notice.tsx';
import { useOnline } from '../ui/use-online.ts';
import { loadError } from './load-error.ts';

interface LoadFailedProps {
  error: unknown;
  onRetry: () => void;
}

/** Error message with a retry button. Offline it promises to load when the network is back. */
export function LoadFailed({ error, onRetry }: LoadFailedProps) {
  const { text, say } = useText();
  const isOnline = useOnline();
  return (
    <Notice
      role="alert"
      drawing={isOnline ? <Failed /> : <Offline />}
      text={say(loadError(error, isOnline))}
      action={{ label: text('retry'), onPress: onRetry }}
    />
  );
}
