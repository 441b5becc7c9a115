import { bridge } from '../bridge/bridge.ts';

/** It was refused, or there is none: nobody is asked again in this visit. */
let isUnusable = false;

/** Whether the page can show the camera by itself; inside the shell the native app has a camera of its own. */
export function hasCamera(): boolean {
  return !isUnusable && !bridge.takePhoto && typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/** Notes that the camera cannot be had in this visit. */
export function markUnusable(): void {
  isUnusable = true;
}
