import { useSnapshot } from 'valtio';
import { useText } from '../../i18n/use-text.ts';
import { maxPhotos } from '../../state/draft.ts';
import { wizard } from '../../state/wizard.ts';
import styles from './photo-step.module.css';

export function PhotoCount() {
  const { text } = useText();
  const { photos } = useSnapshot(wizard);
  return (
    <p className={styles.count} role="status">
      {text('make-pic.count', { done: photos.length, total: maxPhotos })}
    </p>
  );
}
