import { ApiError } from '../api/errors.ts';
import type { Message } from '../i18n/text-key.ts';
import { useText } from '../i18n/use-text.ts';
import { Failed } from '../ui/drawings/failed.tsx';
import { Offline } from '../ui/drawings/offline.tsx';
import { Notice } from '../ui/notice.tsx';
import { useOnline } from '../ui/use-online.ts';

/** An error message with a retry button. When offline, it says that loading continues once the network is back. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
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

/** The error message for a failed load: the server's own message, if it sent one. */
export function loadError(error: unknown, isOnline: boolean): Message {
  if (error instanceof ApiError) return error.message ? { text: error.message } : 'error.load';
  return isOnline ? 'error.load' : 'error.load-offline';
}
