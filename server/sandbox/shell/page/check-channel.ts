import type { BridgeMethod, BridgeParams } from '../../../../src/platform/bridge/bridge-protocol.ts';
import { shellTransport } from '../../../../src/platform/bridge/shell-transport.ts';
import type { RawReply } from './check-reply.ts';

interface LoggedMessage {
  direction: 'from the page' | 'to the page';
  text: string;
}

/** Milliseconds until the reply. */
export interface TimedReply extends RawReply {
  took: number;
}

interface OpenCall {
  method: string;
  sent: number;
  resolve(reply: TimedReply): void;
}

const seqsKey = 'tyy-check.seqs';
/** Maximum number of call numbers kept in storage. They identify late replies to the previous page's calls. */
const mostSeqs = 200;

/** Protocol errors of the native app that no single call caused. */
export const conversationProblems: string[] = [];

/** All sent and received messages, oldest first. */
export const messages: LoggedMessage[] = [];

const open = new Map<number, OpenCall>();
const ended = new Map<number, string>();
const earlier = new Set(readSeqs());
let lastSeq = Math.floor(Math.random() * 2 ** 30);
let onMessage = () => {};

export function watchMessages(listener: () => void): void {
  onMessage = listener;
}

/** Sends a call as the app does. Resolves with its first reply, even a refusal. */
export function send<M extends BridgeMethod>(method: M, params: BridgeParams<M>): Promise<TimedReply> {
  return sendAny(method, params);
}

/** Like `send`, but for any method name, even one that the protocol does not have. */
export function sendAny(method: string, params: object): Promise<TimedReply> {
  const seq = ++lastSeq;
  localStorage.setItem(seqsKey, JSON.stringify([...readSeqs(), seq].slice(-mostSeqs)));
  return new Promise(resolve => {
    open.set(seq, { method, sent: performance.now(), resolve });
    sendText(JSON.stringify({ seq, method, params }));
  });
}

export function sendText(text: string): void {
  const transport = shellTransport();
  if (!transport) throw new Error('There is no object that takes messages: neither of iOS nor of Android');
  log('from the page', text);
  transport.postMessage(text);
}

window.tyyBridge = { receive };

/** Never throws: an error on this page must not reach the native app. */
function receive(json: unknown): void {
  log('to the page', typeof json === 'string' ? json : String(json));
  const reply = readReply(json);
  if (typeof reply === 'string') note(reply);
  else settle(reply);
}

/** Parses a reply; returns a description of the problem if it is invalid. */
function readReply(json: unknown): RawReply | string {
  if (typeof json !== 'string') return `receive was called with ${typeof json}, not with a text of JSON`;
  try {
    const reply: Partial<RawReply> | null = JSON.parse(json);
    const seq = reply?.seq;
    return typeof seq === 'number' ? { ...reply, seq } : 'a reply has no numeric seq';
  } catch (error) {
    return `a reply is not JSON: ${(error as Error).message}`;
  }
}

function settle(reply: RawReply): void {
  const call = open.get(reply.seq);
  if (!call) {
    noteStray(reply.seq);
    return;
  }
  open.delete(reply.seq);
  ended.set(reply.seq, call.method);
  call.resolve({ ...reply, took: performance.now() - call.sent });
}

function noteStray(seq: number): void {
  const method = ended.get(seq);
  if (method) note(`${method} had a second reply (seq ${seq}); a call has one`);
  // Late replies to the previous page's calls are allowed.
  else if (!earlier.has(seq)) note(`a reply came for seq ${seq}, which no call had`);
}

function note(problem: string): void {
  if (!conversationProblems.includes(problem)) conversationProblems.push(problem);
  onMessage();
}

function log(direction: LoggedMessage['direction'], text: string): void {
  messages.push({ direction, text });
  onMessage();
}

function readSeqs(): number[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(seqsKey) ?? '[]');
    return Array.isArray(saved) ? saved.filter(seq => Number.isInteger(seq)) : [];
  } catch {
    return [];
  }
}
