import { useSnapshot } from 'valtio';
import type { IdPhotoReason, PhotoReason } from '../../../server/contract/photo-reasons.ts';
import { openStep } from '../../flows/draft/wizard-steps.ts';
import { adviceKey } from '../../flows/photos/advice-key.ts';
import { useText } from '../../i18n/use-text.ts';
import type { TemplateId } from '../../state/is-same-id.ts';
import { tryOns } from '../../state/try-ons.ts';
import { NoTemplates as Drawing } from '../../ui/drawings/no-templates.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LargePreviews } from './large-previews.tsx';
import styles from './select-parts.module.css';
import { TemplateFilter } from './template-filter.tsx';

/** The parts of the first step that load after it, in one file. */
export const selectParts = { LargePreviews, NoTemplates, SecondPhoto, TemplateFilter, TryOnNote };

/** Reasons for which passport offices refuse a photo, but our server does not. */
const ofOffices: Record<Exclude<IdPhotoReason, PhotoReason>, true> = {
  eyes_closed: true,
  uneven_light: true,
  busy_ground: true,
  cut_close: true,
};

/**
 * Shown before paying for an ID photo or a costume. Lists problems in its preview for which an office may refuse the ID
 * photo; of a costume, says that it cannot be drawn.
 */
function TryOnNote({ id, isId }: { id: TemplateId; isId: boolean }) {
  const { text } = useText();
  const problems = useSnapshot(tryOns).problems[id] ?? [];
  if (!isId) return problems.length > 0 && <p className={styles.note}>{text('make-pic.own-clothes')}</p>;
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

const keyOf = (problem: string) =>
  isOfOffices(problem) ? (`coach.${problem}` as const) : adviceKey(problem);

const isOfOffices = (problem: string): problem is keyof typeof ofOffices => problem in ofOffices;

function NoTemplates() {
  const { text } = useText();
  return <Notice drawing={<Drawing />} text={text('make-pic.no-templates')} />;
}

/** Suggests a second photo, beside the only photo. */
function SecondPhoto() {
  const { text } = useText();
  return (
    <li className={styles.hint}>
      <button type="button" onClick={() => openStep('supplementary')}>
        {text('make-pic.poses')}
      </button>
    </li>
  );
}
