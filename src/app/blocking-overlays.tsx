import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Press } from '../components/consent-sheet.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { useBackCloses } from '../components/use-back-closes.ts';
import { useText } from '../i18n/use-text.ts';
import { type Offer, overlay } from '../state/overlay.ts';
import { Button } from '../ui/button.tsx';
import { isForApp } from '../ui/is-for-app.ts';
import { LazyImage } from '../ui/lazy-image.tsx';
import radio from '../ui/radio-card.module.css';
import styles from './blocking-overlays.module.css';

const SignInLegal = lazyPart(() => import('../components/sign-in-legal.tsx'));
const ConsentSheet = lazyPart(() => import('../components/consent-sheet.tsx'));

type Asked = NonNullable<(typeof overlay)['question']>;

/**
 * A question ignores presses for this long (ms) if it has a danger choice or follows another one, because the second tap
 * of a double tap may hit it.
 */
const guardTime = 600;
/** A question that opens at most this long after another one has closed follows it, ms. */
const followTime = 1000;

export default function BlockingOverlays() {
  return (
    <>
      <CurrentQuestion />
      <LoadingOverlay />
    </>
  );
}

function CurrentQuestion() {
  const { question } = useSnapshot(overlay);
  const { say } = useText();
  const isDangerous = question?.choices.some(({ kind }) => kind === 'danger') ?? false;
  const [ready, setReady] = useState<typeof question>(null);
  const [ticked, setTicked] = useState<typeof question>(null);
  const closed = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    if (!question) return;
    const isGuarded = isDangerous || performance.now() - closed.current < followTime;
    const timer = isGuarded ? setTimeout(() => setReady(question), guardTime) : setReady(question);
    return () => {
      clearTimeout(timer ?? undefined);
      closed.current = performance.now();
    };
  }, [question, isDangerous]);
  useBackCloses(question, () => question?.settle(null));
  if (!question) return null;
  const isReady = ready === question;
  // Not `disabled`, because the buttons keep their colours meanwhile.
  const press = (value: string | null) => ({
    'aria-disabled': !isReady || undefined,
    onClick: () => isReady && question.settle(value),
    // A key that has been down since an earlier question presses nothing.
    onKeyDown: (event: Pick<KeyboardEvent, 'repeat' | 'preventDefault'>) =>
      event.repeat && event.preventDefault(),
  });
  return (
    <Sheet
      title={say(question.title)}
      isCentred={isDangerous}
      onClose={isTap => (isReady || !isTap) && question.settle(null)}
    >
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
            <div key={say(row.label)}>
              <dt>{say(row.label)}</dt>
              <dd>{say(row.value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {question.legal && (
        <SignInLegal
          ticked={question.legal.tick ? ticked === question : null}
          onTick={isTicked => setTicked(isTicked ? question : null)}
          onRead={text => question.settle(text)}
        />
      )}
      {question.consent ? (
        <ConsentSheet facts={question.consent} press={press} />
      ) : (
        <Choices
          question={question}
          press={press}
          wait={question.legal?.tick === true && ticked !== question}
        />
      )}
    </Sheet>
  );
}

interface ChoicesProps {
  question: Asked;
  press: Press;
  /** If true, only "Cancel" can be pressed. */
  wait: boolean;
}

/** The buttons of a question; with options, also the options and the button that submits the picked one. */
function Choices({ question, press, wait }: ChoicesProps) {
  const { text, say } = useText();
  const { options, choices } = question;
  const [pick, setPick] = useState<{ from: Asked['options']; value: string } | null>(null);
  // A later question begins without a picked option.
  const picked = pick && pick.from === options ? pick.value : null;
  return (
    <>
      {options && (
        <div role="radiogroup" aria-label={say(question.title)} className={styles.choices}>
          {options.list.map(({ value, label }) => (
            <label
              key={value}
              className={`${radio.card} ${styles.option}`}
              data-checked={picked === value || undefined}
            >
              <input
                type="radio"
                className="visually-hidden"
                name="option"
                checked={picked === value}
                onChange={() => setPick({ from: options, value })}
              />
              {say(label)}
            </label>
          ))}
        </div>
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
      <div className={styles.choices}>
        {options && (
          <Button disabled={picked === null} {...press(picked)}>
            {say(options.submit)}
          </Button>
        )}
        {choices.map(choice => (
          <Button
            key={choice.value}
            kind={choice.kind === 'quiet' ? 'secondary' : choice.kind}
            disabled={wait}
            {...press(choice.value)}
          >
            {say(choice.label)}
          </Button>
        ))}
        <Button kind="quiet" {...press(null)}>
          {text('cancel')}
        </Button>
      </div>
    </>
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

interface SheetProps {
  title: string;
  /** If true, the sheet is a box in the middle, where no control of an earlier sheet was. */
  isCentred?: boolean;
  /** Called when the user taps outside the sheet (`isTap` is true) or presses Escape. */
  onClose: (isTap: boolean) => void;
  children: ReactNode;
}

/** A dialog at the bottom. Takes the focus, and returns it. The caller must make the page below inert. */
function Sheet({ title, isCentred = false, onClose, children }: SheetProps) {
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();

  // In a layout effect, because soon after it the browser removes the focus from the inert page.
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title means a new dialog, which needs the focus.
  useLayoutEffect(() => panel.current?.focus(), [title]);

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && isForApp(event) && onClose(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);

  return (
    <div className={styles.layer} data-centred={isCentred || undefined}>
      <div className={styles.scrim} onClick={() => onClose(true)} aria-hidden="true" />
      <div
        ref={panel}
        className={styles.panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
      >
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </div>
  );
}
