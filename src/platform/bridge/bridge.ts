import type { Message } from '../../i18n/message.ts';
import { host } from '../host.ts';
import type { Bridge } from './bridge-type.ts';
import { browserBridge } from './browser-bridge.ts';

/** Set by the layers above at start. */
export const bridgeHooks: {
  /** Shows a message of the native app, or an error about it. */
  showMessage: (message: Message) => void;
  /** Called after each screen opens; null: not needed. */
  onArrival: (() => void) | null;
} = { showMessage: () => {}, onArrival: null };

/** The host of this page: a browser's, until `openBridge` adds the parts of another host. */
export const bridge: Bridge = { ...browserBridge };

/** Connects to the native app if inside the shell; no other host downloads this code. */
export async function openBridge(): Promise<void> {
  if (host !== 'shell') return;
  const { openNativeBridge } = await import('./native-bridge.ts');
  Object.assign(
    bridge,
    openNativeBridge(message => bridgeHooks.showMessage(message)),
  );
}
