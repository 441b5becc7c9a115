import { useEffect } from 'react';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { withExtraWords } from '../../i18n/extra-words.ts';
import { useSeen } from '../../ui/list/use-seen.ts';
import styles from './home-more.module.css';

const HomeStrips = lazyPart(() => withExtraWords(import('./home-strips.tsx')));

/** The language switch, and the part below the button, loaded when scrolled to. */
export default function HomeMore() {
  const [place, isSeen] = useSeen<HTMLDivElement>();
  // Remove the link's language from the address, so that a reload keeps a later choice.
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
