import type { Message } from '../../i18n/message.ts';
import { host } from '../host.ts';
import type { Bridge } from './bridge-type.ts';
import { browserBridge } from './browser-bridge.ts';

/** What the host needs from parts above it; set once at start. */
export const bridgeHooks: {
  /** Shows what the native app has to say, or what is wrong with it. */
  showMessage: (message: Message) => void;
  /** Called after each screen that opens; null: the host need not know. */
  onArrival: (() => void) | null;
} = { showMessage: () => {}, onArrival: null };

/** The host of this page, a browser until `openBridge` has put in what another one has. */
export const bridge: Bridge = { ...browserBridge };

/** Opens the way to the native app inside the shell; no other host downloads what that takes. */
export async function openBridge(): Promise<void> {
  if (host !== 'shell') return;
  const { openNativeBridge } = await import('./native-bridge.ts');
  Object.assign(
    bridge,
    openNativeBridge(message => bridgeHooks.showMessage(message)),
  );
}
