interface Transport {
  postMessage(json: string): void;
}

declare global {
  interface Window {
    /** Of an Android shell. */
    tyyShell?: Transport;
    /** Of an iOS shell. */
    webkit?: { messageHandlers?: { tyyShell?: Transport } };
    /** What the native app calls with its replies. */
    tyyBridge?: { receive(json: string): void };
  }
}

/** The object through which an iOS or an Android shell takes calls; undefined: there is none. */
export function shellTransport(): Transport | undefined {
  return window.webkit?.messageHandlers?.tyyShell ?? window.tyyShell;
}
