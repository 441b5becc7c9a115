import type { Message } from '../../i18n/text-key.ts';
import { inTime } from '../in-time.ts';
import { number, object, type Parsed, ParseError } from '../parse.ts';
import { BridgeError, refusals } from './bridge-error.ts';
import type { BridgeCall, BridgeData, BridgeMethod, BridgeParams } from './bridge-protocol.ts';
import { dataParsers } from './bridge-replies.ts';
import { shellTransport } from './shell-transport.ts';

/** Calls a native method. Resolves with the reply's data, or rejects with a `BridgeError`. */
export type ShellRequest = <M extends BridgeMethod>(
  method: M,
  ...params: keyof BridgeParams<M> extends never ? [] : [BridgeParams<M>]
) => Promise<BridgeData<M>>;

interface WaitingCall {
  method: BridgeMethod;
  resolve(data: unknown): void;
  reject(error: BridgeError): void;
}

/** Methods that need no action by the user. They have a time limit and fail silently. */
const quickMethods = new Set<BridgeMethod>(['readCache', 'writeCache', 'deleteCache', 'closeBannerAd']);
/** Shown if the native app refuses a call without a message. For other methods, the caller informs the user. */
const failures: { [M in BridgeMethod]?: Message } = {
  takePhoto: 'bridge.failed.photos',
  openAlbum: 'bridge.failed.photos',
  importPicture: 'bridge.failed.photos',
  savePicture: 'bridge.failed.save',
  share: 'bridge.failed.share',
  login: 'bridge.failed.login',
  showRewardedAd: 'bridge.failed.ad',
};
/** Longer messages are cut to this many characters, because a broken reply may contain a whole photo. */
const longestMessage = 200;
/** The first sequence number is random, below this limit, so that late replies to an earlier page match no call. */
const firstSeqs = 2 ** 30;

const replyParser = object({
  seq: number,
  // A code that is not a number becomes NaN, so it counts neither as success nor as a known error.
  code: (value): number => (Number.isFinite(value) ? (value as number) : Number.NaN),
  // If the message is not a string, ignore it but still use the rest of the reply.
  message: (value): string => (typeof value === 'string' ? value : ''),
  data: (value): unknown => value ?? {},
});

/** Sends calls with sequence numbers; `window.tyyBridge.receive` gets the replies. `onMessage` gets user messages. */
export function openShellChannel(onMessage: (message: Message) => void): ShellRequest {
  const waiting = new Map<number, WaitingCall>();
  let lastSeq = Math.floor(Math.random() * firstSeqs);

  function receive(json: string): void {
    let reply: Parsed<typeof replyParser>;
    try {
      reply = replyParser(JSON.parse(json));
    } catch (error) {
      if (!(error instanceof ParseError)) showText((error as Error).message);
      return;
    }
    const call = waiting.get(reply.seq);
    if (!call) return;
    if (reply.code === 0) {
      finish(call, reply.data);
      return;
    }
    if (Number.isNaN(reply.code)) {
      refuseMalformed(call, 'code is not a number');
      return;
    }
    explain(call.method, reply.code, reply.message.trim());
    call.reject(new BridgeError('refused', reply.message, reply.code));
  }

  function finish({ method, resolve, reject }: WaitingCall, data: unknown): void {
    try {
      resolve(dataParsers[method](data, 'data'));
    } catch (error) {
      refuseMalformed({ method, reject }, (error as ParseError).message);
    }
  }

  function refuseMalformed({ method, reject }: Pick<WaitingCall, 'method' | 'reject'>, reason: string): void {
    console.warn(`The phone's reply to ${method} does not fit: ${reason}`);
    if (!quickMethods.has(method)) onMessage('bridge.malformed');
    reject(new BridgeError('malformed', reason));
  }

  function explain(method: BridgeMethod, code: number, words: string): void {
    // Not an error for the user: if an older native app lacks `importPicture`, the page offers camera and album itself.
    const isKnown =
      code === refusals.cancelled || (code === refusals.unknownMethod && method === 'importPicture');
    const failure = failures[method];
    if (words) showText(words);
    else if (failure && !isKnown) onMessage(failure);
  }

  function showText(text: string): void {
    if (text) onMessage({ text: text.slice(0, longestMessage) });
  }

  window.tyyBridge = { receive };
  // A page that is restored from the browser's cache must not wait for calls of its earlier visit.
  window.addEventListener('pagehide', () => {
    for (const call of [...waiting.values()]) call.reject(new BridgeError('page-left', 'The page was left'));
  });

  return <M extends BridgeMethod>(method: M, ...[params]: [BridgeParams<M>?]) => {
    const seq = ++lastSeq;
    const reply = new Promise<BridgeData<M>>((resolve, reject) => {
      const call: WaitingCall = {
        method,
        resolve(data) {
          waiting.delete(seq);
          resolve(data as BridgeData<M>);
        },
        reject(error) {
          waiting.delete(seq);
          reject(error);
        },
      };
      waiting.set(seq, call);
      try {
        post({ seq, method, params: params ?? {} } as BridgeCall);
      } catch (error) {
        explain(method, -1, '');
        call.reject(new BridgeError('unreachable', (error as Error).message));
      }
    });
    const giveUp = () => waiting.get(seq)?.reject(new BridgeError('timeout', `${method} had no reply`));
    if (quickMethods.has(method)) inTime(reply).catch(giveUp);
    return reply;
  };
}

function post(call: BridgeCall): void {
  const transport = shellTransport();
  if (!transport) throw new Error('The native app is not there');
  // Called as a method, because Android's injected objects must be the `this` of their methods.
  transport.postMessage(JSON.stringify(call));
}
