/** The phone refused a call or could not be reached; what it said has been shown already. */
export class BridgeError extends Error {
  override name = 'BridgeError';
  /** The code of the reply; -1: there was none. */
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Sends one call to the native app; with a limit in ms it rejects when no answer came by then. */
export type ShellRequest = <T>(method: string, params?: object, timeLimit?: number) => Promise<T>;

interface Reply {
  seq: number;
  code: number;
  message?: string;
  data?: unknown;
}

interface WaitingCall {
  resolve(data: unknown): void;
  reject(error: BridgeError): void;
}

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

/**
 * Opens the way to the native app: calls go out with a sequence number, replies come in through
 * `window.tyyBridge.receive`. `onMessage` is told what a person should read: refusals and broken replies.
 */
export function openShellChannel(onMessage: (message: string) => void): ShellRequest {
  const waiting = new Map<number, WaitingCall>();
  let lastSeq = 0;

  function receive(json: string): void {
    let reply: Reply | null;
    try {
      reply = JSON.parse(json);
    } catch (error) {
      onMessage((error as Error).message);
      return;
    }
    const call = reply && waiting.get(reply.seq);
    if (!reply || !call) return;
    if (reply.code === 0) {
      call.resolve(reply.data ?? {});
      return;
    }
    const message = reply.message ?? '';
    if (message) onMessage(message);
    call.reject(new BridgeError(reply.code, message));
  }

  window.tyyBridge = { receive };

  return <T>(method: string, params: object = {}, timeLimit?: number) =>
    new Promise<T>((resolve, reject) => {
      const seq = ++lastSeq;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const settled = () => {
        clearTimeout(timer);
        waiting.delete(seq);
      };
      const call: WaitingCall = {
        resolve(data) {
          settled();
          resolve(data as T);
        },
        reject(error) {
          settled();
          reject(error);
        },
      };
      waiting.set(seq, call);
      if (timeLimit !== undefined) {
        timer = setTimeout(() => call.reject(new BridgeError(-1, `${method} was not answered`)), timeLimit);
      }
      try {
        post(JSON.stringify({ seq, method, params }));
      } catch (error) {
        call.reject(new BridgeError(-1, (error as Error).message));
      }
    });
}

function post(json: string): void {
  const transport = window.webkit?.messageHandlers?.tyyShell ?? window.tyyShell;
  if (!transport) throw new Error('The native app is not there');
  // Called on its owner: Android's injected objects refuse to be called without it.
  transport.postMessage(json);
}
