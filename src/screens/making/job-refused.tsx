import { useSnapshot } from 'valtio';
import type { Job, PhotoProblem } from '../../api/pics.ts';
import type { PlainKey } from '../../i18n/text-key.ts';
import { useText } from '../../i18n/use-text.ts';
import { paths } from '../../paths.ts';
import { go } from '../../platform/navigation.ts';
import { isVip, session } from '../../state/session.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { ReviewRefused } from '../../ui/drawings/review-refused.tsx';
import styles from './job-ended.module.css';

const reasons: Record<string, PlainKey> = {
  unreadable: 'making.problem.unreadable',
  no_face: 'making.problem.no_face',
  many_faces: 'making.problem.many_faces',
  face_small: 'making.problem.face_small',
  not_frontal: 'making.problem.not_frontal',
  tilted: 'making.problem.tilted',
  blurred: 'making.problem.blurred',
  dark: 'making.problem.dark',
  bright: 'making.problem.bright',
};

/** The photos were not accepted: which ones and why, and the way to others. */
export function JobRefused({ job }: { job: Job }) {
  const { text } = useText();
  const { user } = useSnapshot(session);
  return (
    <>
      <div className={styles.body} role="alert">
        <ReviewRefused />
        <h2 className={styles.title}>{text('making.refused')}</h2>
        <p className={styles.text}>{text('making.refused.text')}</p>
        {!isVip(user) && <p className={styles.text}>{text('making.coins-back')}</p>}
        {job.refusedPhotos.length > 0 && (
          <ul className={styles.photos}>
            {job.refusedPhotos.map(photo => (
              <RefusedPhoto key={photo.index} {...photo} />
            ))}
          </ul>
        )}
      </div>
      <BottomBar>
        <Button onClick={() => go(`${paths.makePic}?step=front`)}>{text('making.upload')}</Button>
      </BottomBar>
    </>
  );
}

function RefusedPhoto({ index, problems }: PhotoProblem) {
  const { text } = useText();
  return (
    <li className={styles.photo}>
      <h3>
        {index === 0 ? text('making.refused.front') : text('making.refused.photo', { number: index + 1 })}
      </h3>
      <ul>
        {problems.map(problem => (
          <li key={problem}>{text(reasons[problem] ?? 'making.problem.other')}</li>
        ))}
      </ul>
    </li>
  );
}
