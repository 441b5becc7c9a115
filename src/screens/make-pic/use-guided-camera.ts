import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { guideSelfie, type SelfieAdvice, type SelfieGoal } from '../../flows/guide-selfie.ts';
import { type CameraStatus, openCamera } from '../../platform/camera/camera.ts';

/** Shows the camera in a video with the coach's advice; off while the page is hidden, and for good when the part goes. */
export function useGuidedCamera(video: RefObject<HTMLVideoElement | null>, goal: SelfieGoal) {
  const [status, setStatus] = useState<CameraStatus>('opening');
  const [advice, setAdvice] = useState<SelfieAdvice>('no_face');
  const isVisible = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible');
  const fail = () => setStatus('failed');
  // Some cameras say that their first pictures come before it is open.
  const change = (next: 'live' | 'failed') => setStatus(before => (before === 'opening' ? before : next));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the video is there before the first effect, and stays.
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
