import { useText } from '../../i18n/use-text.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './pic-actions.module.css';

interface PicActionsProps {
  onShare: () => void;
  /** Null while it is not possible yet; undefined where it never is. */
  onDelete: (() => void) | null | undefined;
  onMakeAnother: (() => void) | null;
}

/** What can be done with a picture beside saving it. */
export function PicActions({ onShare, onDelete, onMakeAnother }: PicActionsProps) {
  const { text } = useText();
  return (
    <div className={styles.row}>
      <Action icon="share" label={text('pic.share')} onPress={onShare} />
      <Action icon="refresh" label={text('pic.another')} onPress={onMakeAnother} />
      {onDelete !== undefined && <Action icon="trash" label={text('delete')} onPress={onDelete} />}
    </div>
  );
}

function Action({ icon, label, onPress }: { icon: IconName; label: string; onPress: (() => void) | null }) {
  return (
    <button
      type="button"
      className={styles.action}
      disabled={onPress === null}
      onClick={onPress ?? undefined}
    >
      <Icon name={icon} />
      {label}
    </button>
  );
}
