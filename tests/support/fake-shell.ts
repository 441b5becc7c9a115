import type {
  BridgeCall,
  BridgeMethod,
  BridgeOutcome,
  BridgeParams,
} from '../../src/platform/bridge/bridge-protocol.ts';

/** How a fake shell ends a call; `malformed`: code 0 with data that no shell should send; null: it stays silent. */
export type ShellOutcome<M extends BridgeMethod = BridgeMethod> =
  | BridgeOutcome<M>
  | { malformed: unknown }
  | null;

/** What a fake shell does for a method. */
export type ShellAction<M extends BridgeMethod> = (
  params: BridgeParams<M>,
) => ShellOutcome<M> | Promise<ShellOutcome<M>>;

/** What a fake shell does, by method. */
export type ShellActions = { [M in BridgeMethod]?: ShellAction<M> };

/** A refusal as the native app words it. */
export interface Refusal {
  code: number;
  message: string;
}

/**
 * Stands where the native app stands, behind the bridge's own messages. By itself it has a cache that outlives the
 * page, and succeeds at what brings nothing; it refuses all else, as a shell that does not know the method.
 */
export class FakeShell {
  /** The calls of the pages, in their order. */
  readonly calls: BridgeCall[] = [];
  /** What the pages save on the phone. */
  readonly cache = new Map<string, string>();
  readonly #actions: ShellActions;
  readonly #refusals = new Map<BridgeMethod, Refusal>();
  readonly #silent = new Set<BridgeMethod>();

  constructor(actions: ShellActions = {}) {
    this.#actions = { ...this.#ownActions(), ...actions };
  }

  /** Changes what it does for a method. */
  on<M extends BridgeMethod>(method: M, action: ShellAction<M>): void {
    Object.assign(this.#actions, { [method]: action });
  }

  /** Refuses the next call of a method. */
  refuseNext(method: BridgeMethod, refusal: Refusal): void {
    this.#refusals.set(method, refusal);
  }

  /** Leaves the calls of a method without a reply, as while the camera is open; false: replies to them again. */
  keepSilent(method: BridgeMethod, silent = true): void {
    if (silent) this.#silent.add(method);
    else this.#silent.delete(method);
  }

  /** The calls of one method. */
  callsOf<M extends BridgeMethod>(method: M): BridgeCall<M>[] {
    return this.calls.filter(call => call.method === method) as BridgeCall<M>[];
  }

  /** Takes a message of a page; resolves with the reply, null is silence: a message that is no call has none. */
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

/** The outcome of a call that brings this. */
export function succeed<D extends object>(data: D): { code: 0; data: D } {
  return { code: 0, data };
}

/** Puts a fake shell behind the page of a unit test, which ends with the test; the host of a page opened now is `shell`. */
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

/** Takes the shell away from the page. */
export function closeFakeShell(): void {
  delete window.tyyShell;
  delete window.webkit;
  delete window.tyyBridge;
}
