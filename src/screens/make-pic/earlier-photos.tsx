import { useSnapshot } from 'valtio';
import { addEarlierPhoto, loadEarlierPhotos, notInDraft } from '../../flows/photos/add-earlier-photo.ts';
import { formatDay } from '../../i18n/format.ts';
import { useText } from '../../i18n/use-text.ts';
import { maxPhotos } from '../../state/draft.ts';
import { wizard } from '../../state/wizard.ts';
import heading from '../../ui/heading.module.css';
import { LazyImage } from '../../ui/lazy-image.tsx';
import { useLoad } from '../../ui/use-load.ts';
import styles from './earlier-photos.module.css';

/** Shows photos from earlier visits that are still on the server. A tap adds one without another upload. */
export function EarlierPhotos({ step }: { step: 'front' | 'supplementary' }) {
  const { text } = useText();
  const { photos, restored } = useSnapshot(wizard);
  const [stored] = useLoad(loadEarlierPhotos);
  const offered = notInDraft(stored.data ?? [], photos);
  const isFull = step === 'supplementary' && photos.length >= maxPhotos;
  if (!restored || isFull || offered.length === 0) return null;

  return (
    <section className={styles.section} aria-labelledby="earlier-photos">
      <h2 id="earlier-photos" className={heading.part}>
        {text('photos.earlier')}
      </h2>
      <ul className={styles.photos}>
        {offered.map(photo => (
          <li key={photo.id}>
            <button
              type="button"
              className={styles.photo}
              aria-label={text('photos.give-again', { day: formatDay(photo.uploadTime) })}
              onClick={() => addEarlierPhoto(photo, step)}
            >
              <LazyImage src={photo.picUrl} alt="" aspectRatio={3 / 4} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
