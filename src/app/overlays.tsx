import { useSnapshot } from 'valtio';
import { lazyPart } from '../components/lazy-part.tsx';
import { useBackCloses } from '../components/use-back-closes.ts';
import { useText } from '../i18n/use-text.ts';
import { overlay } from '../state/overlay.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import styles from './overlays.module.css';

const NoteList = lazyPart(() => import('./note-list.tsx'));

/** What lies above every screen: the open question, the loading overlay, notes and toasts. */
export function Overlays() {
  return (
    <>
      <OpenQuestion />
      <LoadingOverlay />
      <Notes />
      <Toasts />
    </>
  );
}

function OpenQuestion() {
  const { question } = useSnapshot(overlay);
  const { text, say } = useText();
  useBackCloses(question, () => question?.settle(null));
  if (!question) return null;
  return (
    <Sheet title={say(question.title)} onClose={() => question.settle(null)}>
      {question.picture?.address && (
        <img
          className={styles.picture}
          style={{ objectPosition: question.picture.focus }}
          src={question.picture.address}
          alt={say(question.picture.alt)}
        />
      )}
      {question.text && <p className={styles.text}>{say(question.text)}</p>}
      {question.rows && (
        <dl className={styles.rows}>
          {question.rows.map(row => (
            <div key={say(row.label)} data-strong={row.strong || undefined}>
              <dt>{say(row.label)}</dt>
              <dd>{say(row.value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles.choices}>
        {question.choices.map(choice => (
          <Button
            key={choice.value}
            kind={choice.kind === 'quiet' ? 'secondary' : choice.kind}
            onClick={() => question.settle(choice.value)}
          >
            {say(choice.label)}
          </Button>
        ))}
        <Button kind="quiet" onClick={() => question.settle(null)}>
          {text('cancel')}
        </Button>
      </div>
    </Sheet>
  );
}

function LoadingOverlay() {
  const { loading } = useSnapshot(overlay);
  const { text, say } = useText();
  if (!loading) return null;
  return (
    <div className={styles.loadingOverlay}>
      <div className={styles.loading} role="status">
        {say(loading.message)}
        <progress
          className={styles.progress}
          aria-label={say(loading.message)}
          max={1}
          {...(loading.progress !== null && { value: loading.progress })}
        />
        {loading.slow && (
          <>
            <p className={styles.text}>{say(loading.slow.message)}</p>
            <Button kind="quiet" onClick={loading.slow.leave}>
              {text('loading.leave')}
            </Button>
          </>
        )}
      </div>
    </div>
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
