import type { PhotoProblem } from '../../api/jobs.ts';
import { useText } from '../../i18n/use-text.ts';
import heading from '../../ui/heading.module.css';
import styles from './making.module.css';

/** Reasons that servers send. The coach uses most of them too. */
const known = [
  'unreadable',
  'erased',
  'no_face',
  'many_faces',
  'face_small',
  'turned_away',
  'head_cut',
  'not_frontal',
  'tilted',
  'eyes_covered',
  'mouth_covered',
  'blurred',
  'dark',
  'bright',
] as const;

/** Shows each refused photo with its problems and how to fix them. */
export default function RefusedPhotos({ photos }: { photos: readonly PhotoProblem[] }) {
  const { text } = useText();
  return (
    <ul className={styles.photos}>
      {photos.map(({ index, problems }) => (
        <li key={index} className={styles.photo}>
          <h3 className={heading.part}>
            {index === 0 ? text('making.refused.front') : text('making.refused.photo', { number: index + 1 })}
          </h3>
          {problems.map(problem => {
            const key = `coach.${known.find(one => one === problem) ?? 'refused'}` as const;
            return (
              <p key={problem}>
                <strong>{text(key)}</strong>{' '}
                <span>{text(/covered$/.test(key) ? 'coach.refused.do' : `${key}.do`)}</span>
              </p>
            );
          })}
        </li>
      ))}
    </ul>
  );
}
