import type { Message } from '../../i18n/text-key.ts';
import { host } from '../host.ts';
import type { Bridge } from './bridge-type.ts';
import { browserBridge } from './browser-bridge.ts';

/** Callbacks into upper layers, which set them when the app starts. */
export const bridgeHooks: {
  /** Shows a message from the native app, or the error of a failed call to it. */
  showMessage: (message: Message) => void;
  /** Called after a screen has opened. Null if not needed. */
  onArrival: (() => void) | null;
} = { showMessage: () => {}, onArrival: null };

/** The current host's functions. Initially those of a browser; `openBridge` replaces them in the native app. */
export const bridge: Bridge = { ...browserBridge };

/** Connects to the native app if the page runs inside it. Other hosts do not download the native code. */
export async function openBridge(): Promise<void> {
  if (host !== 'shell') return;
  const { openNativeBridge } = await import('./native-bridge.ts');
  Object.assign(
    bridge,
    openNativeBridge(message => bridgeHooks.showMessage(message)),
  );
}
