import type { BridgeMethod, BridgeParams } from '../../../../src/platform/bridge/bridge-protocol.ts';
import { dataParsers } from '../../../../src/platform/bridge/bridge-replies.ts';
import { pictureFile } from '../../../../src/platform/pictures/picture-file.ts';

export interface RawReply {
  seq: number;
  code?: unknown;
  message?: unknown;
  data?: unknown;
}

/** The app shows at most this many characters of a refusal's message. */
const longestMessage = 200;

/**
 * Lists a reply's violations of docs/bridge.md. The app itself is less strict, so that old native apps keep working.
 */
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
  /** Reasons, as sentences. */
  why: string[];
}

export interface Check {
  id: string;
  title: string;
  /** Instruction to the user, or what to expect. */
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
