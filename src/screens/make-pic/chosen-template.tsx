import { useSnapshot } from 'valtio';
import { useText } from '../../i18n/use-text.ts';
import { wizard } from '../../state/wizard.ts';
import { LazyImage } from '../../ui/lazy-image.tsx';
import styles from './photo-step.module.css';

/** The template that was chosen before there were photos: what they are for. */
export function ChosenTemplate() {
  const { text } = useText();
  const { templateTitle, templatePicUrl } = useSnapshot(wizard);
  if (!templateTitle) return null;
  return (
    <p className={styles.chosen}>
      <span className={styles.chosenPicture}>
        <LazyImage src={templatePicUrl} alt="" aspectRatio={3 / 4} />
      </span>
      <span>
        {text('make-pic.template')}: <strong>{templateTitle}</strong>
      </span>
    </p>
  );
}
