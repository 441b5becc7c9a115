import { bridge } from '../bridge/bridge.ts';
import { isCanvasTrue } from '../pictures/is-canvas-true.ts';

/** Set once the camera is refused or missing; the app then does not ask again during this visit. */
let isUnusable = false;

/** True if the page can show the camera and take pictures. False in the native app, which has its own camera. */
export function hasCamera(): boolean {
  const isThere = !bridge.takePhoto && typeof navigator.mediaDevices?.getUserMedia === 'function';
  return isThere && !isUnusable && isCanvasTrue();
}

export function markUnusable(): void {
  isUnusable = true;
}
