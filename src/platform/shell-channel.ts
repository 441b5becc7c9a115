import { shellTransport } from './shell-transport.ts';

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
  message: string;
  data: object;
}

interface WaitingCall {
  resolve(data: unknown): void;
  reject(error: BridgeError): void;
}

/** Letters of a native message that are shown; a broken reply may be as long as a photo. */
const longestMessage = 200;
/** Numbers of calls begin at random below this, so that a late reply to the page before this one meets none. */
const firstSeqs = 2 ** 30;

/**
 * Opens the way to the native app: calls go out with a sequence number, replies come in through
 * `window.tyyBridge.receive`. `onMessage` is told what a person should read: refusals and broken replies.
 */
export function openShellChannel(onMessage: (message: string) => void): ShellRequest {
  const waiting = new Map<number, WaitingCall>();
  let lastSeq = Math.floor(Math.random() * firstSeqs);

  function receive(json: string): void {
    let reply: Reply | null;
    try {
      reply = readReply(json);
    } catch (error) {
      onMessage((error as Error).message.slice(0, longestMessage));
      return;
    }
    const call = reply && waiting.get(reply.seq);
    if (!reply || !call) return;
    if (reply.code === 0) {
      call.resolve(reply.data);
      return;
    }
    const message = reply.message.slice(0, longestMessage);
    if (message) onMessage(message);
    call.reject(new BridgeError(reply.code, message));
  }

  window.tyyBridge = { receive };
  // What a page asked for, nobody waits for once it is left; a page that comes back must not wait either.
  window.addEventListener('pagehide', () => {
    for (const call of [...waiting.values()]) call.reject(new BridgeError(-1, 'The page was left'));
  });

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

/** Reads a reply; null when it has the wrong shape, an error when it is not JSON. */
function readReply(json: string): Reply | null {
  const { seq, code, message, data } = Object(JSON.parse(json));
  if (typeof seq !== 'number' || typeof code !== 'number') return null;
  return { seq, code, message: typeof message === 'string' ? message : '', data: Object(data ?? {}) };
}

function post(json: string): void {
  const transport = shellTransport();
  if (!transport) throw new Error('The native app is not there');
  // Called on its owner: Android's injected objects refuse to be called without it.
  transport.postMessage(json);
}
