import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { useBackCloses } from '../../components/use-back-closes.ts';
import { addAndUpload, addFrontPhoto, addPhotos, replaceFrontPhoto } from '../../flows/photos/add-photos.ts';
import {
  guideSelfie,
  laterGoals,
  type SelfieAdvice,
  type SelfieGoal,
} from '../../flows/photos/guide-selfie.ts';
import { useText } from '../../i18n/use-text.ts';
import { type CameraStatus, openCamera, takePicture } from '../../platform/camera/camera.ts';
import { wizard } from '../../state/wizard.ts';
import { Button } from '../../ui/button.tsx';
import { CoveringLayer } from '../../ui/layer/covering-layer.tsx';
import styles from './selfie.module.css';

export interface SelfieProps {
  step: 'front' | 'supplementary';
  onClose: () => void;
}

/** The shutter unlocks after this time even without the coach's approval, ms. */
const patience = 4000;

/** Shows the front camera with an oval, the coach's advice, and a shutter that unlocks when the coach approves. */
export function Selfie({ step, onClose }: SelfieProps) {
  const { text } = useText();
  const { photos } = useSnapshot(wizard);
  const goal = (step === 'supplementary' && laterGoals[photos.length - 1]) || 'front';
  const video = useRef<HTMLVideoElement>(null);
  const { status, advice, fail } = useGuidedCamera(video, goal);
  const canTake = useCanTake(status === 'live', advice);
  const isReady = advice === 'ready' || advice === 'unseen';
  useBackCloses(true, onClose);

  async function take() {
    if (!canTake || !video.current) return;
    try {
      const file = await takePicture(video.current);
      onClose();
      if (step === 'front') addFrontPhoto(file);
      else addAndUpload([file]);
    } catch {
      fail();
    }
  }

  function pick() {
    onClose();
    if (step === 'front' && photos.length > 0) replaceFrontPhoto();
    else addPhotos();
  }

  return (
    <CoveringLayer label={text('make-pic.selfie')} closeLabel={text('close')} onClose={onClose}>
      <div className={styles.room}>
        <div className={styles.stage} data-status={status} data-ready={isReady || undefined}>
          <video ref={video} className={styles.video} playsInline muted />
          <div className={styles.oval} />
          {(status === 'refused' || status === 'none' || status === 'failed') && (
            <p className={styles.trouble} role="alert">
              {text(`selfie.${status}`)}
            </p>
          )}
        </div>
        {(status === 'opening' || status === 'live') && (
          <>
            <div className={styles.words}>
              <strong>{text(`selfie.goal.${goal}`)}</strong>
              <span role="status">{text(status === 'live' ? keyOf(advice, goal) : 'selfie.opening')}</span>
            </div>
            <button type="button" className={styles.shutter} aria-disabled={!canTake} onClick={take}>
              <span className={styles.ring} data-ready={(canTake && isReady) || undefined} />
              {text(canTake && !isReady ? 'selfie.anyway' : 'selfie.take')}
            </button>
          </>
        )}
        <Button kind="quiet" onClick={pick}>
          {text('selfie.file')}
        </Button>
      </div>
    </CoveringLayer>
  );
}

/** Advice that has special wording on this screen. */
const ownWords = [
  'ready',
  'unseen',
  'turn_left',
  'turn_right',
  'same_light',
] as const satisfies SelfieAdvice[];

/** Returns the key of the advice's text, in a wording for users who can still change their pose. */
function keyOf(advice: SelfieAdvice, goal: SelfieGoal) {
  if (advice === 'not_frontal') return 'coach.not_frontal.do';
  if (advice === 'ready' && goal === 'smile') return 'selfie.ready_smile';
  return isOwn(advice) ? (`selfie.${advice}` as const) : (`coach.${advice}.now` as const);
}

function isOwn(advice: SelfieAdvice): advice is (typeof ownWords)[number] {
  return ownWords.some(word => word === advice);
}

/** True once the coach approves, if there is no coach, or after `patience`. */
function useCanTake(isLive: boolean, advice: SelfieAdvice): boolean {
  const [canTake, setCanTake] = useState(false);
  const isReady = isLive && (advice === 'ready' || advice === 'unseen');
  useEffect(() => {
    if (isReady) setCanTake(true);
  }, [isReady]);
  useEffect(() => {
    if (!isLive) return setCanTake(false);
    const timer = setTimeout(() => setCanTake(true), patience);
    return () => clearTimeout(timer);
  }, [isLive]);
  return canTake;
}

/** Shows the camera in the video element and returns the coach's advice. The camera is off while the page is hidden. */
function useGuidedCamera(video: RefObject<HTMLVideoElement | null>, goal: SelfieGoal) {
  const [status, setStatus] = useState<CameraStatus>('opening');
  const [advice, setAdvice] = useState<SelfieAdvice>('no_face');
  const isVisible = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible');
  const fail = () => setStatus('failed');
  // Ignore changes while the status is 'opening', because some cameras deliver frames before they are fully open.
  const change = (next: 'live' | 'failed') => setStatus(before => (before === 'opening' ? before : next));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the video element exists before the effect.
  useEffect(() => {
    const element = video.current;
    if (!isVisible || !element) return;
    const end = new AbortController();
    setStatus('opening');
    openCamera(element, end.signal, change).then(opened => {
      if (end.signal.aborted) return;
      setStatus(opened);
      if (opened === 'live') guideSelfie(element, goal, setAdvice, end.signal);
    });
    return () => end.abort();
  }, [isVisible, goal]);

  return { status, advice, fail };
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
