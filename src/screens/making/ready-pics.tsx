import type { Job } from '../../api/jobs.ts';
import { useText } from '../../i18n/use-text.ts';
import { LazyImage } from '../../ui/lazy-image.tsx';
import styles from './ready-pics.module.css';

/** Shows a placeholder for each picture of the job, which is replaced when the picture is finished. */
export default function ReadyPics({ pics, total }: { pics: Job['pics']; total: number }) {
  const { text } = useText();
  return (
    <>
      <ul className={styles.places}>
        {Array.from({ length: total }, (_, place) => {
          const pic = pics[place];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: these are places; each picture has its own key.
            <li key={place} className={styles.place} aria-hidden={pic === undefined}>
              {pic && (
                <LazyImage
                  src={pic.listUrl}
                  alt={text('pic.place', { number: place + 1, total })}
                  aspectRatio={3 / 4}
                />
              )}
            </li>
          );
        })}
      </ul>
      <p className="visually-hidden" role="status">
        {pics.length > 0 && text('making.ready', { done: pics.length, total })}
      </p>
    </>
  );
}
