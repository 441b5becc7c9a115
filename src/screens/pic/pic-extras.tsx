import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { getJobExtras } from '../../api/job-extras.ts';
import type { Job, Pic } from '../../api/jobs.ts';
import { rejectPics } from '../../flows/reject-pics.ts';
import { useText } from '../../i18n/use-text.ts';
import { favourites, loadFavourites, toggleFavourite } from '../../state/favourites.ts';
import { toast } from '../../state/overlay.ts';
import { useLoad } from '../../ui/use-load.ts';
import { BeforeAfter } from './before-after.tsx';
import styles from './pic-actions.module.css';
import { PublicLink } from './public-link.tsx';
import { SaveAll } from './save-all.tsx';

interface PicExtrasProps {
  job: Job;
  pic: Pic;
  /** All pictures of the job. */
  pics: readonly Pic[];
  /** How often the user has shared one of them. */
  shares: number;
  /** Another tab or phone may have deleted some. */
  onChange: () => void;
  /** The host's own menu shares the picture. */
  onMenu: () => void;
}

/** What else can be done with a picture: mark it as a favourite, save it with the others, compare it with the photo, reject it, make it public. */
export default function PicExtras({ job, pic, pics, shares, onChange, onMenu }: PicExtrasProps) {
  const { text } = useText();
  const { ids } = useSnapshot(favourites);
  const [extras] = useLoad(() => getJobExtras(job), String(job.generateId));
  const [isComparing, setIsComparing] = useState(false);
  const [isRejected, setIsRejected] = useState(false);
  const { photoUrl = null, remedy = null } = extras.data ?? {};
  const id = pic.id === null ? null : String(pic.id);
  useEffect(() => void loadFavourites(), []);

  async function favour(id: string) {
    if (!(await toggleFavourite(id))) toast('pic.favourite-not-saved');
  }

  async function reject() {
    if (!remedy) return;
    const end = await rejectPics(job, remedy);
    if (end === 'done') setIsRejected(true);
    if (end === 'failed') onChange();
  }

  return (
    <>
      <div className={`${styles.row} ${styles.extras}`}>
        {id !== null && (
          <button
            type="button"
            className={styles.action}
            aria-pressed={ids.includes(id)}
            onClick={() => favour(id)}
          >
            <Drawing path={heart} isFilled={ids.includes(id)} />
            {text('pic.favourite')}
          </button>
        )}
        {pics.length > 1 && <SaveAll pics={pics} />}
        {photoUrl && (
          <button type="button" className={styles.action} onClick={() => setIsComparing(true)}>
            <Drawing path={halves} />
            {text('pic.compare')}
          </button>
        )}
        {remedy && !isRejected && (
          <button type="button" className={styles.action} onClick={reject}>
            <Drawing path={frown} />
            {text(remedy === 'redo' ? 'reject.redo' : 'reject.coins')}
          </button>
        )}
        {isComparing && photoUrl && (
          <BeforeAfter before={photoUrl} after={pic.screenUrl} onClose={() => setIsComparing(false)} />
        )}
      </div>
      {id !== null && <PublicLink job={job} pic={{ ...pic, id }} {...{ shares, onChange, onMenu }} />}
    </>
  );
}

// These outlines stand here because Home downloads those of `Icon`.
const heart =
  'M12 20C6.5 16 3.75 12.75 3.75 9.25A4.25 4.25 0 0 1 8 5c1.75 0 3.25 1 4 2.5C12.75 6 14.25 5 16 5a4.25 4.25 0 0 1 4.25 4.25C20.25 12.75 17.5 16 12 20Z';
const halves =
  'M5 4.5h14A1.5 1.5 0 0 1 20.5 6v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5ZM12 2.5v19M9 10l-2 2 2 2M15 10l2 2-2 2';
const frown = 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM8.5 16a4.5 4.5 0 0 1 7 0M9 9.5v.5M15 9.5v.5';

function Drawing({ path, isFilled = false }: { path: string; isFilled?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill={isFilled ? 'var(--accent)' : 'none'}
      stroke={isFilled ? 'var(--accent)' : 'currentColor'}
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
