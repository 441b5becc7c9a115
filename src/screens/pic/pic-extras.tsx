import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { getJobExtras, type JobExtras } from '../../api/job-extras.ts';
import type { Job, Pic } from '../../api/jobs.ts';
import { getPublicPics, type PublicPic } from '../../api/public-pics.ts';
import { type ReportReason, reportPic } from '../../api/report-pic.ts';
import { useBackCloses } from '../../components/use-back-closes.ts';
import { makePublic, takeBack } from '../../flows/pics/make-public.ts';
import { homeCard, offerCard, publicCard } from '../../flows/pics/offer-card.ts';
import { requestRedo } from '../../flows/pics/request-redo.ts';
import { saveAll } from '../../flows/pics/save-all.ts';
import { sendLink } from '../../flows/pics/share-pic.ts';
import { useText } from '../../i18n/use-text.ts';
import {
  type Favourite,
  favourites,
  isSameFavourite,
  loadFavourites,
  toggleFavourite,
} from '../../state/favourites.ts';
import type { WireId } from '../../state/is-same-id.ts';
import { ask, note, type Question, withLoading } from '../../state/overlay.ts';
import { session } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Outline } from '../../ui/frame-icon.tsx';
import { Heart } from '../../ui/heart.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useLoad } from '../../ui/use-load.ts';
import { BeforeAfter } from './before-after.tsx';
import { FullPicture } from './full-picture.tsx';
import styles from './pic-actions.module.css';

interface PublicCardProps {
  page: PublicPic;
  /** `title` is the template's title. */
  job: Pick<Job, 'title' | 'templateId'>;
  isBusy: boolean;
  /** True if the user has just made the picture public. The card then scrolls out from behind the bottom bar. */
  isNew: boolean;
  onEnd: () => void;
  /** Called if the link can be shared only from the host's own menu. */
  onMenu: () => void;
}

type More = 'save-all' | 'publish' | 'reject' | 'report' | 'delete';

interface Possible {
  total: number;
  remedy: JobExtras['remedy'];
  canPublish: boolean;
  canReport: boolean;
  canDelete: boolean;
}

interface PicExtrasProps {
  job: Job;
  pic: Pic;
  pics: readonly Pic[];
  /** Number of times the user has shared one of these pictures. A change reloads the public pages. */
  shares: number;
  /** Undefined if the picture cannot be deleted. */
  onDelete: (() => void) | undefined;
  /** Called if pictures may have been deleted in another tab or on another device. */
  onChange: () => void;
  /** Called if the picture can be shared only from the host's own menu. */
  onMenu: () => void;
}

/** The parts of a picture's screen that load later: favourite, comparison, and a sheet with more actions. */
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
    if (!(await toggleFavourite(pic))) note('pic.favourite-not-saved');
  }

  async function reject() {
    if (!remedy) return;
    const end = await requestRedo(job, remedy);
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
          <Heart />
          {text('pic.favourite')}
        </button>
      )}
      {photoUrl && (
        <button
          type="button"
          className={`${styles.action} ${styles.compare}`}
          onClick={() => setCompared(pic.picUrl)}
        >
          <Outline path={halves} />
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
          <Outline path={dots} />
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

// Not part of `Icon`, because Home downloads all outlines of that file and does not need these.
const halves =
  'M5 4.5h14A1.5 1.5 0 0 1 20.5 6v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5ZM12 2.5v19M9 10l-2 2 2 2M15 10l2 2-2 2';
const dots = 'M5.5 12h.1M12 12h.1M18.5 12h.1';

/** Opens a sheet with rarely used actions. Null if the user closes it. */
function askForMore(possible: Possible): Promise<More | null> {
  const { total, remedy, canPublish, canReport, canDelete } = possible;
  const choices: (false | null | Question<More>['choices'][number])[] = [
    total > 1 && {
      value: 'save-all',
      label: { key: 'save-all.offer', values: { total } },
      kind: 'quiet',
    },
    canPublish && { value: 'publish', label: 'pic.share.link', kind: 'quiet' },
    remedy && {
      value: 'reject',
      label: remedy === 'redo' ? 'reject.redo' : 'reject.coins',
      kind: 'quiet',
    },
    canReport && { value: 'report', label: 'report.entry', kind: 'quiet' },
    canDelete && { value: 'delete', label: 'delete', kind: 'danger' },
  ];
  return ask({ title: 'pic.more', choices: choices.flatMap(choice => choice || []) });
}

/** A picture's public page. Reloads with `shares`, because sharing may publish. Sets the host's share card. */
function usePublicPic(job: Job, pic: Pic, shares: number, onChange: () => void) {
  const generateId = String(job.generateId);
  const picId = pic.id === null ? null : String(pic.id);
  const [publicPics, reload] = useLoad(() => getPublicPics(generateId), `${generateId} ${shares}`);
  const [isNew, setNew] = useState(false);
  const shown = publicPics.data?.find(page => page.picId === picId);
  // A hidden page has no address to share, so the host's menu shares the app instead.
  const open = shown?.isHidden ? undefined : shown;
  useEffect(() => offerCard(open ? publicCard(open, job.title) : homeCard()), [open, job.title]);

  async function make(picId: string) {
    const made = await makePublic(generateId, picId);
    if (made === 'failed') return onChange();
    if (made === 'not-wanted') return;
    setNew(true);
    await reload();
  }

  async function end() {
    if (picId !== null && !(await takeBack(generateId, picId))) onChange();
    await reload();
  }

  return {
    /** Undefined if the picture is not public. */
    shown,
    /** True if the user made the picture public on this screen. */
    isNew,
    // Until the reload is finished, the list is out of date.
    isBusy: publicPics.status === 'loading',
    /** Null if the picture is already public, or if the API has no public pages. */
    make: publicPics.data && picId !== null && !shown ? () => make(picId) : null,
    end,
  };
}

/** Saves all pictures of a job. In hosts where users save by a long press, `byHand` shows them one by one. */
function useSaveAll(pics: readonly Pic[], templateId: unknown) {
  const { text } = useText();
  const [saving, setSaving] = useState(0);
  const [byHand, setByHand] = useState<readonly Pic[]>([]);
  const [shown] = byHand;
  const total = pics.length;
  useBackCloses(shown ? true : null, () => setByHand([]));

  async function start() {
    setByHand(await saveAll(pics, templateId, setSaving));
    setSaving(0);
  }

  const number = shown ? pics.indexOf(shown) + 1 : 0;
  const hint = byHand.length > 1 ? text('save-all.guide', { number, total }) : text('pic.long-press');
  return {
    start,
    /** Empty while nothing is being saved. */
    progress: saving > 0 ? text('save-all.saving', { number: saving, total }) : '',
    byHand: shown && (
      <FullPicture
        key={shown.id ?? shown.picUrl}
        src={shown.picUrl}
        alt={text('pic.place', { number, total })}
        hint={hint}
        onClose={() => setByHand(byHand.slice(1))}
      />
    ),
  };
}

/** Shows that a picture is public, or hidden after complaints. Lets the user copy its link or make it private again. */
function PublicCard({ page, job, isBusy, isNew, onEnd, onMenu }: PublicCardProps) {
  const { text } = useText();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);

  return (
    <section ref={card} className={styles.card}>
      <p className={styles.words} role="status">
        <Icon name="info" size={20} />
        {text(page.isHidden ? 'share-card.hidden' : 'share-card.public')}
      </p>
      <div className={styles.choices}>
        {!page.isHidden && (
          <Button
            kind="secondary"
            onClick={async () => {
              if ((await sendLink(page, job)) === 'menu') onMenu();
            }}
          >
            {text('share-card.share')}
          </Button>
        )}
        <Button kind="quiet" busy={isBusy} onClick={onEnd}>
          {text('share-card.take-back')}
        </Button>
      </div>
    </section>
  );
}

const reasons: ReportReason[] = ['not-allowed', 'sexual', 'child', 'hateful', 'other'];

/** Asks for a reason, reports the picture, and shows the number of the report. */
async function reportOwnPic(generateId: WireId, picId: string): Promise<void> {
  let words = '';
  const reason = await ask({
    title: 'report.title',
    text: 'report.text',
    input: {
      label: 'report.words',
      most: 500,
      onInput: text => {
        words = text;
      },
    },
    options: {
      list: reasons.map(value => ({ value, label: `report.${value}` as const })),
      submit: 'report.send',
    },
    choices: [],
  });
  if (reason === null) return;
  try {
    const receipt = await withLoading('reject.running', () =>
      reportPic({ generateId, picId }, reason, words.trim()),
    );
    note({ key: 'report.done', values: { receipt } });
  } catch {
    // The API client has shown the error.
  }
}
