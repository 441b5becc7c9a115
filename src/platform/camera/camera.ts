import { markUnusable } from './has-camera.ts';

/** How the camera stands; 'refused': it was not allowed, 'none': there is none, 'failed': something else has it, or it broke off. */
export type CameraStatus = 'opening' | 'live' | 'refused' | 'none' | 'failed';

/**
 * Shows the front camera in `video` until the signal is aborted, which turns it off. Calls `onChange` if it breaks off before, or sends no
 * pictures while a call or another app has it, and again when they come.
 */
export async function openCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onChange: (status: 'live' | 'failed') => void,
): Promise<Exclude<CameraStatus, 'opening'>> {
  let stream: MediaStream | undefined;
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      // As large as a photo that is uploaded, where the camera has it.
      video: { facingMode: 'user', width: { ideal: 2048 }, height: { ideal: 1536 } },
    });
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    for (const track of stream.getTracks()) {
      for (const name of ['ended', 'mute']) track.addEventListener(name, () => onChange('failed'));
      track.addEventListener('unmute', () => onChange('live'));
    }
    video.srcObject = stream;
    await video.play();
    return 'live';
  } catch (error) {
    stop();
    if (stream) return 'failed';
    const status = statusOf(error as Error);
    if (status !== 'failed') markUnusable();
    return status;
  }
}

function statusOf({ name }: Error) {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' ? 'none' : 'failed';
}

/** The present picture of the camera, in all its pixels, as a JPEG file: as others see the user, not as a mirror does. */
export async function takePicture(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')!.drawImage(video, 0, 0);
  const jpeg = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!jpeg) throw new Error('The picture could not be drawn.');
  return new File([jpeg], 'selfie.jpg', { type: jpeg.type });
}
