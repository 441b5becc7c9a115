import { readFile } from 'node:fs/promises';
import { fakeShell, type ShellAnswer, type ShellCall } from './fake-shell.ts';

interface Refusal {
  code: number;
  message: string;
}

/** Where the native app lives, who its user is, and the photo that its camera and album give. */
export interface NativeShellOptions {
  origin: string;
  person: string;
  photo: string;
}

/**
 * The native side of the bridge as a phone would play it: it keeps the cache, signs in, gives photos, shows ads and sells
 * through the sandbox. Whatever webview there is hands it the page's messages and the page its replies.
 */
export class NativeShell {
  readonly #shell = fakeShell(call => this.#decide(call));
  readonly calls = this.#shell.calls;
  readonly answer = this.#shell.answer;
  /** What the page keeps on the phone. */
  readonly cache = new Map<string, string>();
  /** The receipts that the phone's store account remembers. */
  readonly receipts: string[] = [];
  readonly #options: NativeShellOptions;
  readonly #refusals = new Map<string, Refusal>();
  readonly #silent = new Set<string>();

  constructor(options: NativeShellOptions) {
    this.#options = options;
  }

  /** The calls of one method. */
  callsOf(method: string): ShellCall[] {
    return this.calls.filter(call => call.method === method);
  }

  /** Refuses the next call of a method. */
  refuseNext(method: string, refusal: Refusal): void {
    this.#refusals.set(method, refusal);
  }

  /** Leaves the calls of a method without an answer, as while the camera is open; false: answers them again. */
  keepSilent(method: string, silent = true): void {
    if (silent) this.#silent.add(method);
    else this.#silent.delete(method);
  }

  async #decide(call: ShellCall): Promise<ShellAnswer> {
    if (this.#silent.has(call.method)) return undefined;

    const refusal = this.#refusals.get(call.method);
    this.#refusals.delete(call.method);
    return refusal ?? { code: 0, data: await this.#perform(call) };
  }

  async #perform({ method, params }: ShellCall): Promise<object> {
    const { origin, person } = this.#options;
    const key = String(params.key);
    switch (method) {
      case 'login':
        return { login_type: 'facebook', token: `sandbox:${person}` };
      case 'takePhoto':
      case 'openAlbum':
      case 'importPicture':
        return { pictures: { 0: await readFile(this.#options.photo, 'base64') } };
      case 'readCache':
        return { value: this.cache.get(key) ?? null };
      case 'writeCache':
        this.cache.set(key, String(params.value));
        return {};
      case 'deleteCache':
        this.cache.delete(key);
        return {};
      case 'pay':
        return { receipt: await sell(origin, 'pay', { order_id: params.order_id }) };
      case 'subscription':
        return { receipt: await sell(origin, 'subscribe', { product_id: params.product_id }) };
      case 'restore':
        return { receipt: this.receipts.at(-1) ?? 'none' };
      default:
        return {};
    }
  }
}

/** Pays in the sandbox's store and answers the receipt. */
export async function sell(origin: string, what: 'pay' | 'subscribe', goods: object): Promise<string> {
  const answer = await fetch(`${origin}/sandbox/${what}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(goods),
  });
  if (!answer.ok) throw new Error(`The sandbox's store answered ${answer.status}`);
  return ((await answer.json()) as { receipt: string }).receipt;
}
