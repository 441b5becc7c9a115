import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { getHomeSamples } from '../../api/home-samples.ts';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { bundledPics } from '../../flows/pics/load-home-pics.ts';
import { withExtraWords } from '../../i18n/extra-words.ts';
import { useText } from '../../i18n/use-text.ts';
import { basePath } from '../../paths.ts';
import { session } from '../../state/session.ts';
import { Divider } from '../../ui/divider.tsx';
import { useSeen } from '../../ui/list/use-seen.ts';
import { useLoad } from '../../ui/use-load.ts';
import styles from './home-more.module.css';

const HomeStrips = lazyPart(() => withExtraWords(import('./home-strips.tsx')));

/** The signed-in user's latest picture. */
const OwnBackground = lazyPart<{ children: ReactNode }>(() => withExtraWords(import('./own-background.tsx')));

export interface HomeMoreProps {
  /** Address of Home's background. If set, renders only what covers the background. */
  background?: string;
  /** If true, renders only the badge with the number of sets that new users get free. */
  free?: boolean;
}

/** The parts of Home that load after its first paint. Without a property, renders the parts below the button. */
export default function HomeMore({ background, free }: HomeMoreProps) {
  const { token, visit } = useSnapshot(session);
  if (free) return token === null && <FreeSets />;
  if (background === undefined) return <BelowButton />;
  const slide = background === bundledPics[0] && <PhotoToPicture />;
  return token === null ? slide : <OwnBackground key={visit}>{slide}</OwnBackground>;
}

/** Shows the language switch, and the content below Home's button, which loads when the user scrolls to it. */
function BelowButton() {
  const [place, isSeen] = useSeen<HTMLDivElement>();
  // Remove the language from the address, so that a reload does not override a language chosen later.
  useEffect(() => leaveQuery('lang'), []);
  return (
    <>
      <div className={styles.languages}>
        <LanguageSwitch />
      </div>
      <div ref={place}>{isSeen ? <HomeStrips /> : <div className={styles.space} />}</div>
    </>
  );
}

function leaveQuery(name: string): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(name)) return;
  address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}

/** Shows on the button's edge how many sets a new user gets free. Renders nothing if the number is 0 or unknown. */
function FreeSets() {
  const { text } = useText();
  const [samples] = useLoad(getHomeSamples);
  const { coins, cost } = samples.data?.welcome ?? { coins: 0, cost: 0 };
  const count = cost > 0 ? Math.floor(coins / cost) : 0;
  if (count < 1) return null;
  // Before i18next is loaded, texts have no values and no plurals.
  return (
    <p className={styles.free}>
      {count} {text(count === 1 ? 'home.free-one' : 'home.free')}
    </p>
  );
}

/**
 * Slides Home's background from photo to picture. The left half of its file is the photo, the right half the picture. A
 * second file has the halves exchanged and covers the part that changes; it loads when the user reaches for the slider.
 */
function PhotoToPicture() {
  const { text } = useText();
  const [place, setPlace] = useState(50);
  const [isUsed, setUsed] = useState(false);
  // True in browsers without AVIF.
  const [isOlder, setOlder] = useState(false);
  const use = () => setUsed(true);
  return (
    <div className={styles.slide} style={{ '--place': `${place}%` } as CSSProperties}>
      {isUsed && (
        <img
          className={styles.other}
          src={`${basePath}/home/background-other.${isOlder ? 'webp' : 'avif'}`}
          alt=""
          onError={() => setOlder(true)}
        />
      )}
      <Divider
        place={place}
        aria-label={text('home.background')}
        onMove={setPlace}
        onPointerMove={use}
        onPointerDown={use}
        onFocus={use}
      />
    </div>
  );
}
