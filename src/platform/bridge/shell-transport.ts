interface Transport {
  postMessage(json: string): void;
}

declare global {
  interface Window {
    /** Of an Android shell. */
    tyyShell?: Transport;
    /** Of an iOS shell. */
    webkit?: { messageHandlers?: { tyyShell?: Transport } };
    /** Called by the native app with its replies. */
    tyyBridge?: { receive(json: string): void };
  }
}

/** Takes calls for the iOS or Android shell; undefined outside of a shell. */
export function shellTransport(): Transport | undefined {
  return window.webkit?.messageHandlers?.tyyShell ?? window.tyyShell;
}
