import { useSnapshot } from 'valtio';
import { lazyPart } from '../components/lazy-part.tsx';
import { useBackCloses } from '../components/use-back-closes.ts';
import { useText } from '../i18n/use-text.ts';
import { type Offer, overlay } from '../state/overlay.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/layer/sheet.tsx';
import { LazyImage } from '../ui/lazy-image.tsx';
import styles from './blocking-overlays.module.css';

const ConsentSheet = lazyPart(() => import('../components/consent-sheet.tsx'));

export default function BlockingOverlays() {
  return (
    <>
      <OpenQuestion />
      <LoadingOverlay />
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
      {question.offer && <SetOffer {...question.offer} />}
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
      {question.input && (
        <label className={styles.input}>
          {say(question.input.label)}
          <textarea
            rows={2}
            maxLength={question.input.most}
            onInput={event => question.input?.onInput(event.currentTarget.value)}
          />
        </label>
      )}
      {question.consent ? (
        <ConsentSheet facts={question.consent} onChoose={question.settle} />
      ) : (
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
      )}
    </Sheet>
  );
}

function SetOffer({ picture, fallback, title, price, notes }: Offer) {
  const { say } = useText();
  const address = picture || fallback;
  return (
    <div className={styles.offer}>
      {address && (
        <div className={styles.offered}>
          <LazyImage src={address} fallback={fallback} alt="" aspectRatio={3 / 4} urgent />
        </div>
      )}
      <div className={styles.terms}>
        {title && <p>{title}</p>}
        <p className={styles.price}>
          {price.map((part, place) => (
            <span key={say(part)}>{place === 0 ? say(part) : ` · ${say(part)}`}</span>
          ))}
        </p>
        {notes.map(line => (
          <p key={say(line)}>{say(line)}</p>
        ))}
      </div>
    </div>
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
