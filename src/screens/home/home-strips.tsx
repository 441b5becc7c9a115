import { useSnapshot } from 'valtio';
import { getHomeSamples } from '../../api/home-samples.ts';
import LatestPics from '../../components/latest-pics.tsx';
import { PicStrip } from '../../components/pic-strip.tsx';
import { makePicPath } from '../../flows/wizard/make-pic-path.ts';
import { useText } from '../../i18n/use-text.ts';
import { session } from '../../state/session.ts';
import { useLoad } from '../../ui/use-load.ts';
import styles from './home-strips.module.css';

/** Below Home's button: the value of the free welcome coins, sample pictures, and the user's latest pictures. */
export default function HomeStrips() {
  const { token, visit } = useSnapshot(session);
  const { text, language } = useText();
  // The server translates the titles, so reload them if the language changes.
  const [samples] = useLoad(getHomeSamples, language);
  const welcome = token === null ? samples.data?.welcome : null;
  const sets = welcome && welcome.cost > 0 ? Math.floor(welcome.coins / welcome.cost) : 0;
  return (
    <div className={styles.strips}>
      {welcome && sets > 0 && (
        <p className={styles.welcome}>
          {text('home.welcome', { count: welcome.coins, sets: text('home.sets', { count: sets }) })}
        </p>
      )}
      <PicStrip
        title={text(samples.data?.samples.every(({ isNew }) => isNew) ? 'home.new' : 'home.samples')}
        items={(samples.data?.samples ?? []).map(({ id, isNew, ...sample }) => ({
          key: String(id),
          path: makePicPath(id),
          ...sample,
        }))}
      />
      {/* Waits until the samples have their final height, so that these pictures do not move. */}
      {samples.status !== 'loading' && token !== null && <LatestPics key={visit} />}
    </div>
  );
}
