import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { getJobExtras } from '../../api/job-extras.ts';
import type { Job, Pic } from '../../api/jobs.ts';
import { askForMore } from '../../flows/ask-for-more.ts';
import { rejectPics } from '../../flows/reject-pics.ts';
import { reportOwnPic } from '../../flows/report-own-pic.ts';
import { useText } from '../../i18n/use-text.ts';
import {
  type Favourite,
  favourites,
  isSameFavourite,
  loadFavourites,
  toggleFavourite,
} from '../../state/favourites.ts';
import { toast } from '../../state/overlay.ts';
import { session } from '../../state/session.ts';
import { useLoad } from '../../ui/use-load.ts';
import { BeforeAfter } from './before-after.tsx';
import styles from './pic-actions.module.css';
import { PublicCard } from './public-card.tsx';
import { usePublicPic } from './use-public-pic.ts';
import { useSaveAll } from './use-save-all.tsx';

interface PicExtrasProps {
  job: Job;
  pic: Pic;
  /** All pictures of the job. */
  pics: readonly Pic[];
  /** How often the user has shared one of them. */
  shares: number;
  /** Undefined where it is not possible. */
  onDelete: (() => void) | undefined;
  /** Another tab or phone may have deleted some. */
  onChange: () => void;
  /** The host's own menu shares the picture. */
  onMenu: () => void;
}

/** What else can be done with a picture: mark it as a favourite, compare it with the photo, and a sheet with the rest. */
export default function PicExtras({ job, pic, pics, shares, onDelete, onChange, onMenu }: PicExtrasProps) {
  const { text } = useText();
  const { list } = useSnapshot(favourites);
  const canReport = useSnapshot(session).user?.features.includes('report');
  const [extras] = useLoad(() => getJobExtras(job), String(job.generateId));
  const [compared, setCompared] = useState<Pic['picUrl'] | null>(null);
  const [isRejected, setIsRejected] = useState(false);
  const publicPic = usePublicPic(job, pic, shares, onChange);
  const saving = useSaveAll(pics, job.templateId);
  const { photoUrl = null, remedy = null } = extras.data ?? {};
  const id = pic.id === null ? null : String(pic.id);
  const favourite = id === null ? null : { id, generateId: String(job.generateId || job.trainId) };
  const isFavourite = favourite !== null && list.some(other => isSameFavourite(other, favourite));
  useEffect(() => void loadFavourites(), []);

  async function favour(pic: Favourite) {
    if (!(await toggleFavourite(pic))) toast('pic.favourite-not-saved');
  }

  async function reject() {
    if (!remedy) return;
    const end = await rejectPics(job, remedy);
    if (end === 'done') setIsRejected(true);
    if (end === 'failed') onChange();
  }

  const possible = {
    total: pics.length,
    remedy: isRejected ? null : remedy,
    canPublish: publicPic.make !== null,
    canReport: canReport === true && id !== null,
    canDelete: onDelete !== undefined,
  };
  const hasMore = pics.length > 1 || possible.remedy || possible.canPublish || possible.canReport || onDelete;

  async function more() {
    const choice = await askForMore(possible);
    if (choice === 'save-all') await saving.start();
    if (choice === 'publish') await publicPic.make?.();
    if (choice === 'reject') await reject();
    if (choice === 'report' && id !== null) await reportOwnPic(job.generateId, id);
    if (choice === 'delete') onDelete?.();
  }

  return (
    <>
      {favourite && (
        <button
          type="button"
          className={`${styles.action} ${styles.favourite}`}
          aria-pressed={isFavourite}
          onClick={() => favour(favourite)}
        >
          <Drawing path={heart} isFilled={isFavourite} />
          {text('pic.favourite')}
        </button>
      )}
      {photoUrl && (
        <button
          type="button"
          className={`${styles.action} ${styles.compare}`}
          onClick={() => setCompared(pic.picUrl)}
        >
          <Drawing path={halves} />
          {text('pic.compare')}
        </button>
      )}
      {hasMore && (
        <button
          type="button"
          className={`${styles.action} ${styles.more}`}
          aria-haspopup="dialog"
          aria-busy={saving.progress !== '' || undefined}
          onClick={saving.progress === '' ? more : undefined}
        >
          <Drawing path={dots} />
          {text('pic.more')}
        </button>
      )}
      <p className={styles.wide} role="status">
        {saving.progress}
      </p>
      {publicPic.shown && (
        <PublicCard
          page={publicPic.shown}
          job={job}
          isBusy={publicPic.isBusy}
          isNew={publicPic.isNew}
          onEnd={publicPic.end}
          onMenu={onMenu}
        />
      )}
      {saving.byHand}
      {compared === pic.picUrl && photoUrl && (
        <BeforeAfter
          photoUrl={photoUrl}
          pic={pic}
          templateId={job.templateId}
          onFail={onChange}
          onClose={() => setCompared(null)}
        />
      )}
    </>
  );
}

// These outlines stand here because Home downloads those of `Icon`.
const heart =
  'M12 20C6.5 16 3.75 12.75 3.75 9.25A4.25 4.25 0 0 1 8 5c1.75 0 3.25 1 4 2.5C12.75 6 14.25 5 16 5a4.25 4.25 0 0 1 4.25 4.25C20.25 12.75 17.5 16 12 20Z';
const halves =
  'M5 4.5h14A1.5 1.5 0 0 1 20.5 6v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5ZM12 2.5v19M9 10l-2 2 2 2M15 10l2 2-2 2';
const dots = 'M5.5 12h.1M12 12h.1M18.5 12h.1';

function Drawing({ path, isFilled = false }: { path: string; isFilled?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill={isFilled ? 'var(--accent)' : 'none'}
      stroke={isFilled ? 'var(--accent)' : 'currentColor'}
      strokeWidth={path === dots ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
