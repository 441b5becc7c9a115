import { markUnusable } from './has-camera.ts';

/** 'refused': the user denied access. 'none': there is no camera. 'failed': it is in use or was interrupted. */
export type CameraStatus = 'opening' | 'live' | 'refused' | 'none' | 'failed';

/** Shows the front camera until the signal aborts. `onChange`: interrupted (e.g. by a phone call) or back. */
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
      // The size of uploaded photos, if the camera offers it.
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

/** Returns the camera's current frame in full size, as a JPEG that is not mirrored. */
export async function takePicture(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')!.drawImage(video, 0, 0);
  const jpeg = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!jpeg) throw new Error('The picture could not be drawn.');
  return new File([jpeg], 'selfie.jpg', { type: jpeg.type });
}
