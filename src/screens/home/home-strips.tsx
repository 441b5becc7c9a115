import { useSnapshot } from 'valtio';
import { getHomeSamples } from '../../api/home-samples.ts';
import LatestPics from '../../components/latest-pics.tsx';
import { PicStrip } from '../../components/pic-strip.tsx';
import { lastTemplates } from '../../flows/wizard/load-templates.ts';
import { makePicPath } from '../../flows/wizard/make-pic-path.ts';
import { useText } from '../../i18n/use-text.ts';
import { session } from '../../state/session.ts';
import { tryOns } from '../../state/try-ons.ts';
import { useLoad } from '../../ui/use-load.ts';
import styles from './home-more.module.css';

/** Maximum number of try-ons. */
const mostOwn = 8;

/** Shows the user's try-ons, or else samples, and the user's latest pictures. */
export default function HomeStrips() {
  const { token, visit } = useSnapshot(session);
  const { text, language } = useText();
  // The server translates the titles, so reload them if the language changes.
  const [samples] = useLoad(getHomeSamples, language);
  const { pictures } = useSnapshot(tryOns);
  const [known] = useLoad(lastTemplates, language);
  const own = (known.data ?? []).filter(({ id }) => pictures[id]).slice(0, mostOwn);
  const isNews = samples.data?.samples.every(({ isNew }) => isNew);
  return (
    <div className={styles.strips}>
      <PicStrip
        title={text(own.length > 0 ? 'making.others' : isNews ? 'home.new' : 'home.samples')}
        items={(own.length > 0 ? own : (samples.data?.samples ?? [])).map(
          ({ id, title, picUrl, colour }) => ({
            key: String(id),
            path: makePicPath(id),
            title,
            picUrl: pictures[id] ?? picUrl,
            colour,
          }),
        )}
      />
      {/* Waits until the samples have their final height, so that these pictures do not move. */}
      {samples.status !== 'loading' && token !== null && <LatestPics key={visit} />}
    </div>
  );
}
