import { bridge } from '../bridge/bridge.ts';
import { isCanvasTrue } from '../pictures/is-canvas-true.ts';

/** Set once the camera was refused or is missing. The app then does not ask again during this visit. */
let isUnusable = false;

/** True if the page itself can use the camera. False in the native app, which has its own camera screen. */
export function hasCamera(): boolean {
  const isThere = !bridge.takePhoto && typeof navigator.mediaDevices?.getUserMedia === 'function';
  return isThere && !isUnusable && isCanvasTrue();
}

export function markUnusable(): void {
  isUnusable = true;
}
