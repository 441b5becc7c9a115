import { useSnapshot } from 'valtio';
import type { IdPhotoReason, PhotoReason } from '../../../server/contract/photo-reasons.ts';
import { adviceKey } from '../../flows/photos/advice-key.ts';
import { useText } from '../../i18n/use-text.ts';
import type { TemplateId } from '../../state/template-id.ts';
import { tryOns } from '../../state/try-ons.ts';
import styles from './id-photo-note.module.css';

/** Reasons for which passport offices refuse a photo, but our server does not. */
const ofOffices: Record<Exclude<IdPhotoReason, PhotoReason>, true> = {
  eyes_closed: true,
  uneven_light: true,
  busy_ground: true,
  cut_close: true,
};

/** Shown before paying for an ID photo. Lists problems in its preview for which an office may refuse it. */
export function IdPhotoNote({ id }: { id: TemplateId }) {
  const { text } = useText();
  const problems = useSnapshot(tryOns).problems[id] ?? [];
  return (
    <div className={styles.note}>
      <p>{text('id-photo.check')}</p>
      {problems.length > 0 && (
        <p role="status">
          <strong>{text('id-photo.refused')}</strong>{' '}
          {problems.map(problem => text(keyOf(problem))).join(' ')}
        </p>
      )}
    </div>
  );
}

function keyOf(problem: string) {
  return isOfOffices(problem) ? (`coach.${problem}` as const) : adviceKey(problem);
}

const isOfOffices = (problem: string): problem is keyof typeof ofOffices => problem in ofOffices;
