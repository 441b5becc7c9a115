import { useSnapshot } from 'valtio';
import { openStep } from '../../flows/draft/wizard-steps.ts';
import { useText } from '../../i18n/use-text.ts';
import { wizard } from '../../state/wizard.ts';
import heading from '../../ui/heading.module.css';
import { Icon } from '../../ui/icon.tsx';
import { PhotoSlot } from '../../ui/photo-slot.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './personal-pics.module.css';

/** The user's photos with the way to change them, or the place to add the first. */
export function PersonalPics() {
  const { text } = useText();
  const { photos, restored } = useSnapshot(wizard);

  return (
    <section className={styles.section} aria-labelledby="personal-pics" aria-busy={!restored}>
      <div className={styles.head}>
        <h2 id="personal-pics" className={heading.section}>
          {text('make-pic.photos')}
        </h2>
        {photos.length > 0 && (
          <button type="button" className={styles.change} onClick={() => openStep('front')}>
            {text('make-pic.change')}
            <Icon name="chevron-right" size={18} />
          </button>
        )}
      </div>
      {photos.length > 0 && (
        <ul className={styles.photos}>
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <PhotoSlot
                {...photo}
                alt={
                  index === 0 ? text('make-pic.front-photo') : text('make-pic.photo', { number: index + 1 })
                }
                failedLabel={text('make-pic.not-uploaded')}
              />
            </li>
          ))}
        </ul>
      )}
      {photos.length === 0 && restored && <AddPlaceholder />}
      {photos.length === 0 && !restored && (
        <div className={styles.photos}>
          <Skeleton aspectRatio={3 / 4} />
          <Skeleton aspectRatio={3 / 4} />
          <Skeleton aspectRatio={3 / 4} />
        </div>
      )}
    </section>
  );
}

function AddPlaceholder() {
  const { text } = useText();
  return (
    <button type="button" className={styles.add} onClick={() => openStep('front')}>
      <span className={styles.plus}>
        <Icon name="plus" />
      </span>
      <span>
        <strong className={styles.addTitle}>{text('make-pic.add-photos')}</strong>
        <span className={styles.hint}>{text('make-pic.add-photos-hint')}</span>
      </span>
    </button>
  );
}
