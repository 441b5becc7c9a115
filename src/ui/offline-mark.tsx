import { Icon } from './icon.tsx';
import styles from './offline-mark.module.css';
import { useOnline } from './use-online.ts';

export function OfflineMark({ text }: { text: string }) {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className={styles.mark}>
          <Icon name="offline" size={20} />
          {text}
        </p>
      )}
    </div>
  );
}
