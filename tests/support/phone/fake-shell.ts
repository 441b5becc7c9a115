import type {
  BridgeCall,
  BridgeMethod,
  BridgeOutcome,
  BridgeParams,
} from '../../../src/platform/bridge/bridge-protocol.ts';

/** A fake shell's reply to a call. `malformed` is invalid data with code 0; null means no reply. */
export type ShellOutcome<M extends BridgeMethod = BridgeMethod> =
  | BridgeOutcome<M>
  | { malformed: unknown }
  | null;

export type ShellAction<M extends BridgeMethod> = (
  params: BridgeParams<M>,
) => ShellOutcome<M> | Promise<ShellOutcome<M>>;

export type ShellActions = { [M in BridgeMethod]?: ShellAction<M> };

export interface Refusal {
  code: number;
  message: string;
}

/**
 * A fake native app behind the bridge. By default it has a cache that outlives the page, accepts calls that return no
 * data, and refuses all other methods as unknown.
 */
export class FakeShell {
  /** All calls from the pages, in order. */
  readonly calls: BridgeCall[] = [];
  /** Values that the pages have saved on the phone. */
  readonly cache = new Map<string, string>();
  readonly #actions: ShellActions;
  readonly #refusals = new Map<BridgeMethod, Refusal>();
  readonly #silent = new Set<BridgeMethod>();

  constructor(actions: ShellActions = {}) {
    this.#actions = { ...this.#ownActions(), ...actions };
  }

  on<M extends BridgeMethod>(method: M, action: ShellAction<M>): void {
    Object.assign(this.#actions, { [method]: action });
  }

  refuseNext(method: BridgeMethod, refusal: Refusal): void {
    this.#refusals.set(method, refusal);
  }

  /** Stops replying to a method, as while the phone's camera is open. With `silent` false, replies again. */
  keepSilent(method: BridgeMethod, silent = true): void {
    if (silent) this.#silent.add(method);
    else this.#silent.delete(method);
  }

  callsOf<M extends BridgeMethod>(method: M): BridgeCall<M>[] {
    return this.calls.filter(call => call.method === method) as BridgeCall<M>[];
  }

  /**
   * Handles a message from a page; resolves with the reply. Resolves with null if the message is not a call or the
   * shell does not reply.
   */
  async handle(json: string): Promise<string | null> {
    const call = readCall(json);
    if (!call) return null;
    const { seq, method, params } = call;
    this.calls.push(call);
    if (this.#silent.has(method)) return null;

    const refusal = this.#refusals.get(method);
    this.#refusals.delete(method);
    const outcome = refusal ?? (await this.#perform(method, params));
    if (outcome === null) return null;
    const ended = 'malformed' in outcome ? { code: 0, data: outcome.malformed } : outcome;
    return JSON.stringify({ seq, message: '', ...ended });
  }

  async #perform<M extends BridgeMethod>(method: M, params: BridgeParams<M>): Promise<ShellOutcome> {
    const action = this.#actions[method];
    return action ? action(params) : { code: 404, message: '' };
  }

  #ownActions(): ShellActions {
    return {
      readCache: ({ key }) => succeed({ value: this.cache.get(key) ?? null }),
      writeCache: ({ key, value }) => {
        this.cache.set(key, value);
        return succeed({});
      },
      deleteCache: ({ key }) => {
        this.cache.delete(key);
        return succeed({});
      },
      savePicture: () => succeed({}),
      share: () => succeed({}),
      closeBannerAd: () => succeed({}),
      showFullScreenAd: () => succeed({}),
      showRewardedAd: () => succeed({}),
    };
  }
}

function readCall(json: string): BridgeCall | null {
  try {
    const call: Partial<BridgeCall> | null = JSON.parse(json);
    return typeof call?.seq === 'number' ? (call as BridgeCall) : null;
  } catch {
    return null;
  }
}

export function succeed<D extends object>(data: D): { code: 0; data: D } {
  return { code: 0, data };
}

/** Puts a fake shell behind a unit test's page until the test ends. Pages that open later detect the host `shell`. */
export function openFakeShell(actions: ShellActions = {}): FakeShell {
  const shell = new FakeShell(actions);
  window.tyyShell = {
    async postMessage(json) {
      const reply = await shell.handle(json);
      if (reply !== null) window.tyyBridge?.receive(reply);
    },
  };
  return shell;
}

export function closeFakeShell(): void {
  delete window.tyyShell;
  delete window.webkit;
  delete window.tyyBridge;
}
