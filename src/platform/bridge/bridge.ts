import type { Message } from '../../i18n/message.ts';
import { host } from '../host.ts';
import type { Bridge } from './bridge-type.ts';
import { browserBridge } from './browser-bridge.ts';

/** Functions of upper layers, set when the app starts. */
export const bridgeHooks: {
  /** Shows a message from the native app, or an error of a call to it. */
  showMessage: (message: Message) => void;
  /** Called after each screen opens; null if not needed. */
  onArrival: (() => void) | null;
} = { showMessage: () => {}, onArrival: null };

/** The functions of this page's host: those of a browser, until `openBridge` adds those of another host. */
export const bridge: Bridge = { ...browserBridge };

/** Connects to the native app if the page runs inside it; other hosts do not download this code. */
export async function openBridge(): Promise<void> {
  if (host !== 'shell') return;
  const { openNativeBridge } = await import('./native-bridge.ts');
  Object.assign(
    bridge,
    openNativeBridge(message => bridgeHooks.showMessage(message)),
  );
}
