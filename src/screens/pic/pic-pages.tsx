import { type CSSProperties, type JSX, useEffect, useRef, useState } from 'react';
import type { Job, Pic } from '../../api/jobs.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useBackCloses } from '../../components/use-back-closes.ts';
import { deletePic } from '../../flows/pics/delete-pic.ts';
import { savePic } from '../../flows/pics/save-pic.ts';
import { sharePic } from '../../flows/pics/share-pic.ts';
import { makeAgainPath } from '../../flows/wizard/make-pic-path.ts';
import { withExtraWords } from '../../i18n/extra-words.ts';
import { formatAgo } from '../../i18n/format-ago.ts';
import { useText } from '../../i18n/use-text.ts';
import { paths } from '../../paths.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { go } from '../../platform/navigation.ts';
import { noteStep } from '../../platform/steps.ts';
import { isSameId } from '../../state/is-same-id.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isForApp } from '../../ui/is-for-app.ts';
import { CoveringLayer } from '../../ui/layer/covering-layer.tsx';
import { LazyImage } from '../../ui/lazy-image.tsx';
import { PicPager } from '../../ui/pic-pager.tsx';
import { FullPicture } from './full-picture.tsx';
import { PicActions } from './pic-actions.tsx';
import styles from './pic-pages.module.css';

interface MenuHintProps {
  /** An explanation of the host's menu. */
  text: string;
  close: string;
  onClose: () => void;
}

const OtherStyles = lazyPart(() => withExtraWords(import('../../components/other-styles.tsx')));

const PicExtras = lazyPart(() => withExtraWords(import('./pic-extras.tsx')));

/** The reveal is skipped if its pictures take longer to load, ms. */
const patience = 3000;

interface PicPagesProps {
  generateId: string;
  pics: Pic[];
  /** Id of the picture to show first; null shows the first picture of the job. */
  firstId: string | null;
  /** Null until the job is loaded. Parts that need the job render later. */
  job: Job | null;
  /** True if the user opens these pictures for the first time. */
  isFirst: boolean;
  /** Called if pictures may have been deleted in another tab or on another device. */
  onChange: () => void;
}

/** Shows the pictures as pages that the user swipes, with actions for the current picture. */
export function PicPages({ generateId, pics: all, firstId, job, isFirst, onChange }: PicPagesProps) {
  const { text } = useText();
  const [deleted, setDeleted] = useState<readonly Pic['id'][]>([]);
  const pics = all.filter(({ id }) => id === null || !deleted.includes(id));
  const [start] = useState(() =>
    Math.max(0, firstId === null ? 0 : all.findIndex(({ id }) => isSameId(id, firstId))),
  );
  const [index, setIndex] = useState(start);
  const [isRevealing, setRevealing] = useState(isFirst);
  // Set after the first render, because screen readers announce only changes.
  const [isAnnounced, setAnnounced] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once.
  useEffect(() => setAnnounced(isFirst), []);
  const [full, setFull] = useState<'closed' | 'open' | 'save' | 'share'>('closed');
  const [shares, setShares] = useState(0);
  const [isSaving, setIsSaving] = useState(false);
  const [pointsAtMenu, setPointsAtMenu] = useState(false);
  const place = Math.min(index, pics.length - 1);
  const pic = pics[place] as Pic;
  // A picture without id can be deleted only as the last one, together with its job.
  const isDeletable = pic.id !== null || pics.length === 1;
  const placeName = text('pic.place', { number: place + 1, total: pics.length });

  async function open(address: string) {
    const addresses = pics.map(({ picUrl }) => picUrl);
    if (!(await previewPics(address, addresses))) setFull('open');
  }

  async function share() {
    const end = await sharePic(pic, {
      generateId: job ? String(job.generateId) : generateId,
      title: job?.title ?? '',
      templateId: job?.templateId,
    });
    if (end === 'menu') setPointsAtMenu(true);
    if (end === 'long-press') setFull('share');
    if (end === 'failed') onChange();
    setShares(shares + 1);
  }

  async function save() {
    setIsSaving(true);
    const end = await savePic(pic);
    if (end === 'saved') noteStep('saved', job?.templateId);
    if (end === 'long-press') setFull('save');
    if (end === 'failed') onChange();
    setIsSaving(false);
  }

  async function remove(job: Job) {
    const isLast = pics.length === 1;
    if (!(await deletePic(job, pic.id, isLast))) return onChange();
    if (isLast) return go(paths.picList, { replace: true });
    if (pic.id !== null) setDeleted([...deleted, pic.id]);
    setIndex(Math.min(place, pics.length - 2));
  }

  useArrowKeys(step => setIndex(Math.max(0, Math.min(pics.length - 1, place + step))));
  useBackCloses(full === 'closed' ? null : full, () => setFull('closed'));
  useBackCloses(pointsAtMenu || null, () => setPointsAtMenu(false));

  return (
    <>
      {/* Any tap or key ends the reveal, so that nobody waits for it. */}
      <div
        className={styles.layout}
        data-wide
        onPointerDownCapture={() => setRevealing(false)}
        onKeyDownCapture={() => setRevealing(false)}
      >
        <div className={styles.stage}>
          {isRevealing && (
            <ContactSheet
              pics={pics.slice(0, 4)}
              ratio={pic.width / pic.height}
              onLate={() => setRevealing(false)}
            />
          )}
          <PicPager label={job?.title || text('pic.title')} index={place} onMove={setIndex}>
            {pics.map((pic, number) => (
              <div
                key={pic.id ?? pic.picUrl}
                className={styles.picture}
                style={{ '--ratio': pic.width / pic.height, '--corner': cornerOf(number) } as CSSProperties}
                data-start={number === start || undefined}
                onAnimationEnd={({ target, currentTarget }) =>
                  target === currentTarget && setRevealing(false)
                }
              >
                <button
                  type="button"
                  className={styles.open}
                  aria-label={text('pic.open', { number: number + 1 })}
                  onClick={() => open(pic.picUrl)}
                />
                <div className={styles.shown}>
                  <LazyImage
                    src={pic.screenUrl}
                    alt=""
                    aspectRatio={pic.width / pic.height}
                    urgent={number === start}
                    retryLabel={text('retry')}
                  />
                </div>
              </div>
            ))}
          </PicPager>
        </div>
        <div className={styles.side}>
          <p className={styles.caption}>
            <span role="status">{placeName}</span>
            <span className="visually-hidden" role="status">
              {isAnnounced && text('home.ready')}
            </span>
            {job && <span>{formatAgo(job.createTime)}</span>}
          </p>
          {pics.length > 1 && (
            <ul className={styles.thumbs}>
              {pics.map((pic, number) => (
                <li key={pic.id ?? pic.picUrl}>
                  <button
                    type="button"
                    className={styles.thumb}
                    aria-label={text('pic.place', { number: number + 1, total: pics.length })}
                    aria-current={number === place || undefined}
                    onClick={() => setIndex(number)}
                  >
                    <LazyImage src={pic.listUrl} alt="" aspectRatio={3 / 4} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <PicActions onMakeAnother={job && (() => go(makeAgainPath(job)))}>
            {job && (
              <PicExtras
                job={job}
                pic={pic}
                pics={pics}
                shares={shares}
                onDelete={isDeletable ? () => remove(job) : undefined}
                onChange={onChange}
                onMenu={() => setPointsAtMenu(true)}
              />
            )}
          </PicActions>
          <div className={styles.next}>
            {job && <OtherStyles title={text('pic.next')} templateId={job.templateId} samples />}
          </div>
          <BottomBar>
            <div className={styles.main}>
              <Button busy={isSaving} onClick={save}>
                <Icon name="download" size={20} />
                {text(isSaving ? 'pic.saving' : 'pic.save')}
              </Button>
              <Button kind="secondary" onClick={share}>
                <Icon name="share" size={20} />
                {text('pic.share')}
              </Button>
            </div>
          </BottomBar>
        </div>
      </div>
      {pointsAtMenu && (
        <MenuHint
          text={text('pic.share.menu')}
          close={text('pic.share.menu-close')}
          onClose={() => setPointsAtMenu(false)}
        />
      )}
      {full !== 'closed' && (
        <FullPicture
          src={pic.picUrl}
          alt={placeName}
          hint={
            full === 'open' ? undefined : text(full === 'save' ? 'pic.long-press' : 'pic.share.long-press')
          }
          onClose={() => setFull('closed')}
        />
      )}
    </>
  );
}

/** The corner of the contact sheet in which a picture is, as a CSS transform origin. */
const cornerOf = (place: number) => `${(place % 2) * 100}% ${place < 2 ? 0 : 100}%`;

interface ContactSheetProps {
  pics: readonly Pic[];
  ratio: number;
  /** Called if the pictures take too long to load. */
  onLate: () => void;
}

/** On the first opening, the set appears picture by picture. Then the first picture grows to its full size. */
function ContactSheet({ pics, ratio, onLate }: ContactSheetProps) {
  const [loaded, setLoaded] = useState(0);
  const isReady = loaded >= pics.length;
  const count = () => setLoaded(before => before + 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `onLate` does the same in each render.
  useEffect(() => {
    if (isReady) return;
    const timer = setTimeout(onLate, patience);
    return () => clearTimeout(timer);
  }, [isReady]);

  return (
    <div
      className={`${styles.picture} ${styles.sheet}`}
      style={{ '--ratio': ratio } as CSSProperties}
      data-ready={isReady || undefined}
      aria-hidden="true"
    >
      {pics.map(({ listUrl }) => (
        <img key={listUrl} src={listUrl} alt="" onLoad={count} onError={count} />
      ))}
    </div>
  );
}

/** Opens the host's own picture viewer. False if there is none, or if it failed. */
async function previewPics(current: string, all: string[]): Promise<boolean> {
  if (!bridge.previewPics) return false;
  return bridge.previewPics(current, all).then(
    () => true,
    () => false,
  );
}

/** Lets the arrow keys turn the pages, unless a layer or a focused control uses these keys. */
function useArrowKeys(turn: (step: number) => void): void {
  const latest = useRef(turn);
  latest.current = turn;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step && isForApp(event) && !document.querySelector('dialog[open], [role=dialog]'))
        latest.current(step);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Points to the host's menu in the top right corner. A tap anywhere closes the hint. */
function MenuHint({ text, close, onClose }: MenuHintProps): JSX.Element {
  return (
    <CoveringLayer label={text} className={styles.layer} onClose={onClose}>
      <button type="button" className={styles.area} onClick={onClose}>
        <svg className={styles.arrow} viewBox="0 0 64 64" aria-hidden="true">
          <path d="M12 58c2-24 16-40 40-48M36 6l18 3-4 18" />
        </svg>
        <span className={styles.text}>{text}</span>
        <span className={styles.close}>{close}</span>
      </button>
    </CoveringLayer>
  );
}
