import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { bundledPics } from '../../flows/pics/load-home-pics.ts';
import { withExtraWords } from '../../i18n/extra-words.ts';
import { session } from '../../state/session.ts';
import { useSeen } from '../../ui/list/use-seen.ts';
import { FreeSets } from './free-sets.tsx';
import styles from './home-more.module.css';
import { PhotoToPicture } from './photo-to-picture.tsx';

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
  if (background === undefined) return <End />;
  const slide = background === bundledPics[0] && <PhotoToPicture />;
  return token === null ? slide : <OwnBackground key={visit}>{slide}</OwnBackground>;
}

/** Shows the language switch, and the content below Home's button, which loads when the user scrolls to it. */
function End() {
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
