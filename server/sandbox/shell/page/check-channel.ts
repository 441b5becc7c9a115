import type { BridgeMethod, BridgeParams } from '../../../../src/platform/bridge/bridge-protocol.ts';
import { dataParsers } from '../../../../src/platform/bridge/bridge-replies.ts';
import { shellTransport } from '../../../../src/platform/bridge/shell-transport.ts';
import { pictureFile } from '../../../../src/platform/pictures/picture-file.ts';

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

interface RawReply {
  seq: number;
  code?: unknown;
  message?: unknown;
  data?: unknown;
}

/** The app shows at most this many characters of a refusal's message. */
const longestMessage = 200;

/** Violations of docs/bridge.md. The app is less strict, so that old native apps keep working. */
export function problemsOf<M extends BridgeMethod>(
  method: M,
  params: BridgeParams<M>,
  reply: RawReply,
): string[] {
  const problems: string[] = [];
  if (typeof reply.code !== 'number') problems.push(`code is not a number, but ${typeName(reply.code)}`);
  if (reply.message !== undefined && typeof reply.message !== 'string')
    problems.push(`message is not a text, but ${typeName(reply.message)}`);
  else if ((reply.message?.length ?? 0) > longestMessage)
    problems.push(`message is longer than the ${longestMessage} letters that are shown`);
  return reply.code === 0 ? [...problems, ...problemsOfData(method, params, reply.data ?? {})] : problems;
}

function problemsOfData<M extends BridgeMethod>(method: M, params: BridgeParams<M>, data: unknown): string[] {
  try {
    dataParsers[method](data, 'data');
  } catch (error) {
    return [(error as Error).message];
  }
  const found = data as { pictures?: unknown; value?: unknown };
  if (method === 'readCache' && found.value === undefined)
    return ['data.value is absent; an unknown key is null'];
  return /^(takePhoto|openAlbum|importPicture)$/.test(method)
    ? problemsOfPictures(found.pictures, 'count' in params ? Number(params.count) : 1)
    : [];
}

function problemsOfPictures(pictures: unknown, count: number): string[] {
  if (pictures === undefined || pictures === null)
    return ['data.pictures is absent; refuse with code 1 when nothing was chosen'];
  const entries = Object.entries(pictures);
  const problems: string[] = [];
  if (Array.isArray(pictures))
    problems.push('data.pictures is a list; it is an object with the keys "0", "1" …');
  if (entries.length === 0)
    problems.push('data.pictures is empty; refuse with code 1 when nothing was chosen');
  if (entries.length > count)
    problems.push(`data.pictures has ${entries.length} pictures, ${count} were asked for`);
  for (const [place, [key, text]] of entries.entries()) {
    if (key !== String(place))
      problems.push(`a key of data.pictures is "${key}" where "${place}" is expected`);
    if (typeof text !== 'string') problems.push(`picture "${key}" is not a text, but ${typeName(text)}`);
    else if (/\s/.test(text)) problems.push(`the base64 of picture "${key}" has white space in it`);
    else if (pictureFile(text, key).type === '')
      problems.push(`picture "${key}" is not base64 of a known picture`);
  }
  return problems;
}

function typeName(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
}

/** `open` means that the check has proved nothing yet, e.g. after a refusal. */
export interface CheckResult {
  state: 'passed' | 'failed' | 'open';
  why: string[];
}

export interface Check {
  id: string;
  title: string;
  hint: string;
  /** True if the check needs no user interaction. */
  isQuick: boolean;
  run(): Promise<CheckResult>;
}

export function passed(...why: string[]): CheckResult {
  return { state: 'passed', why };
}

export function failed(...why: string[]): CheckResult {
  return { state: 'failed', why };
}

export function unproved(...why: string[]): CheckResult {
  return { state: 'open', why };
}

export function judge(problems: string[], ...why: string[]): CheckResult {
  return problems.length > 0 ? failed(...problems) : passed(...why);
}
