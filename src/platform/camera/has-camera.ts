import { bridge } from '../bridge/bridge.ts';
import { isCanvasTrue } from '../pictures/is-canvas-true.ts';

/** It was refused, or there is none: nobody is asked again in this visit. */
let isUnusable = false;

/** Whether the page can show the camera by itself and take a picture of it; inside the shell the native app has a camera of its own. */
export function hasCamera(): boolean {
  const isThere = !bridge.takePhoto && typeof navigator.mediaDevices?.getUserMedia === 'function';
  return isThere && !isUnusable && isCanvasTrue();
}

/** Notes that the camera cannot be had in this visit. */
export function markUnusable(): void {
  isUnusable = true;
}
