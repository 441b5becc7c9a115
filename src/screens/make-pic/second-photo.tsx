import { openStep } from '../../flows/draft/wizard-steps.ts';
import { useText } from '../../i18n/use-text.ts';
import styles from './second-photo.module.css';

/** Suggests a second photo, beside the only photo. */
export function SecondPhoto() {
  const { text } = useText();
  return (
    <li className={styles.hint}>
      <button type="button" onClick={() => openStep('supplementary')}>
        {text('make-pic.poses')}
      </button>
    </li>
  );
}
