import type { CSSProperties } from 'react';
import { useSnapshot } from 'valtio';
import { getStoredPhotos, type StoredPhoto } from '../../api/photos.ts';
import { knownPhoto, suffixIn } from '../../flows/draft/known-photo.ts';
import { retryPhotos } from '../../flows/photos/add-photos.ts';
import { judgeFront } from '../../flows/photos/passes-coach.ts';
import { formatDay } from '../../i18n/format.ts';
import { useText } from '../../i18n/use-text.ts';
import { photoBlobs } from '../../platform/storage/photo-blobs.ts';
import { maxPhotos } from '../../state/draft.ts';
import { session } from '../../state/session.ts';
import { addPhoto, moveToFront, replacePhoto, updatePhoto, wizard } from '../../state/wizard.ts';
import heading from '../../ui/heading.module.css';
import { LazyImage } from '../../ui/lazy-image.tsx';
import { focusStyle } from '../../ui/photo-slot.tsx';
import { useLoad } from '../../ui/use-load.ts';
import styles from './photo-choices.module.css';

type Step = 'front' | 'supplementary';

/** Shows photos from earlier visits that are still on the server. A tap adds one without another upload. */
export function EarlierPhotos({ step }: { step: Step }) {
  const { text } = useText();
  const { photos, restored } = useSnapshot(wizard);
  const [stored] = useLoad(async () => (session.token === null ? [] : getStoredPhotos()));
  const offered = notInDraft(stored.data ?? [], photos);
  const isFull = step === 'supplementary' && photos.length >= maxPhotos;
  if (!restored || isFull || offered.length === 0) return null;
  return (
    <PhotoRow
      id="earlier-photos"
      title={text('photos.earlier')}
      photos={offered.map(photo => ({
        id: photo.id,
        src: photo.picUrl,
        label: text('photos.give-again', { day: formatDay(photo.uploadTime) }),
        onTap: () => addEarlierPhoto(photo, step),
      }))}
    />
  );
}

/** Returns the stored photos that are not in the draft, without duplicates. */
function notInDraft(photos: readonly StoredPhoto[], draft: typeof wizard.photos): StoredPhoto[] {
  const keyOf = (address: string) => suffixIn(address) || knownPhoto(address).id;
  const taken = new Set(draft.map(({ suffix, address }) => suffix || keyOf(address ?? '')));
  return photos.filter(({ picUrl }) => {
    const key = keyOf(picUrl);
    return !taken.has(key) && taken.add(key);
  });
}

/** Adds an earlier photo to the draft, either as the front photo or as a further photo if there is room. */
export async function addEarlierPhoto({ picUrl }: StoredPhoto, step: Step): Promise<void> {
  const [front] = wizard.photos;
  if (step === 'supplementary') {
    if (wizard.photos.length < maxPhotos) addPhoto(knownPhoto(picUrl));
    return;
  }
  replacePhoto(front?.id, knownPhoto(picUrl));
  if (front) await photoBlobs.remove(front.id);
}

/** Shows the draft's other photos. A tap on a photo makes it the front photo. */
export function FrontChoice() {
  const { text } = useText();
  const { photos } = useSnapshot(wizard);
  const others = photos
    .map((photo, place) => ({ ...photo, place }))
    .filter(({ place, preview }) => place > 0 && preview !== '');
  if (others.length === 0) return null;
  return (
    <PhotoRow
      id="front-choice"
      title={text('make-pic.front-choice')}
      photos={others.map(({ id, preview, focus, place }) => ({
        id,
        src: preview,
        style: focusStyle(focus),
        label: text('make-pic.make-front', { number: place + 1 }),
        onTap: () => makeFront(id),
      }))}
    />
  );
}

/** Makes a photo the front photo, and drops the coach's advice about the previous front photo. */
export async function makeFront(id: string): Promise<void> {
  const [before] = wizard.photos;
  moveToFront(id);
  judgeFront();
  // The previous front photo is now an additional photo, which may be a profile, so check it again by those rules.
  if (before?.status !== 'advised' && before?.status !== 'refused') return;
  if (before.address !== null) return updatePhoto(before.id, { status: 'ready', advice: '' });
  updatePhoto(before.id, { status: 'failed', advice: '' });
  await retryPhotos([before]);
}

interface PhotoRowProps {
  id: string;
  title: string;
  photos: { id: string; src: string; style?: CSSProperties | undefined; label: string; onTap: () => void }[];
}

/** A row of photos, each of which is a button. */
function PhotoRow({ id, title, photos }: PhotoRowProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={heading.part}>
        {title}
      </h2>
      <ul className={styles.photos}>
        {photos.map(({ id, src, style, label, onTap }) => (
          <li key={id}>
            <button type="button" className={styles.photo} style={style} aria-label={label} onClick={onTap}>
              <LazyImage src={src} alt="" aspectRatio={3 / 4} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
