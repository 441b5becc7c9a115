interface Transport {
  postMessage(json: string): void;
}

declare global {
  interface Window {
    /** Injected by the Android shell. */
    tyyShell?: Transport;
    /** Injected by the iOS shell. */
    webkit?: { messageHandlers?: { tyyShell?: Transport } };
    /** The native app calls this with its replies. */
    tyyBridge?: { receive(json: string): void };
  }
}

/** The message channel to the iOS or Android shell; undefined outside a shell. */
export function shellTransport(): Transport | undefined {
  return window.webkit?.messageHandlers?.tyyShell ?? window.tyyShell;
}
