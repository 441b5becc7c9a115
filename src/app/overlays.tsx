import { useSnapshot } from 'valtio';
import { lazyPart } from '../components/lazy-part.tsx';
import { useText } from '../i18n/use-text.ts';
import { overlay } from '../state/overlay.ts';
import { BlockingOverlays } from './load-blocking-overlays.tsx';
import styles from './overlays.module.css';

const NoteList = lazyPart(() => import('./note-list.tsx'));

/** What lies above every screen: the open question, the loading overlay, notes and toasts. */
export function Overlays() {
  return (
    <>
      <BlockingOverlays />
      <Notes />
      <Toasts />
    </>
  );
}

function Notes() {
  const { notes } = useSnapshot(overlay);
  return (
    <div className={styles.notes} role="status">
      {notes.length > 0 && <NoteList />}
    </div>
  );
}

function Toasts() {
  const { toasts } = useSnapshot(overlay);
  const { say } = useText();
  return (
    <div className={styles.toasts} role="status">
      {toasts.map(toast => (
        <p key={toast.id} className={styles.toast}>
          {say(toast.message)}
        </p>
      ))}
    </div>
  );
}
