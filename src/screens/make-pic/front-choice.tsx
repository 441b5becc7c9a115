import { useSnapshot } from 'valtio';
import { retryPhotos } from '../../flows/photos/add-photos.ts';
import { judgeFront } from '../../flows/photos/passes-coach.ts';
import { useText } from '../../i18n/use-text.ts';
import { moveToFront, updatePhoto, wizard } from '../../state/wizard.ts';
import heading from '../../ui/heading.module.css';
import { LazyImage } from '../../ui/lazy-image.tsx';
import { focusStyle } from '../../ui/photo-slot.tsx';
import styles from './earlier-photos.module.css';

/** Shows the draft's other photos. A tap on a photo makes it the front photo. */
export function FrontChoice() {
  const { text } = useText();
  const { photos } = useSnapshot(wizard);
  const others = photos
    .map((photo, place) => ({ ...photo, place }))
    .filter(({ place, preview }) => place > 0 && preview !== '');
  if (others.length === 0) return null;

  return (
    <section className={styles.section} aria-labelledby="front-choice">
      <h2 id="front-choice" className={heading.part}>
        {text('make-pic.front-choice')}
      </h2>
      <ul className={styles.photos}>
        {others.map(({ id, preview, focus, place }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.photo}
              style={focusStyle(focus)}
              aria-label={text('make-pic.make-front', { number: place + 1 })}
              onClick={() => makeFront(id)}
            >
              <LazyImage src={preview} alt="" aspectRatio={3 / 4} />
            </button>
          </li>
        ))}
      </ul>
    </section>
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
