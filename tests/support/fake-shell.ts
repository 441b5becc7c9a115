/** One call of the page to the native app. */
export interface ShellCall {
  seq: number;
  method: string;
  params: Record<string, unknown>;
}

/** What the native app answers to a call; undefined: it stays silent. */
export type ShellAnswer = { code: number; message?: string; data?: unknown } | undefined;

type Perform = (call: ShellCall) => ShellAnswer | Promise<ShellAnswer>;

/** Stands where the native app stands: `calls` are the page's in their order; `answer` replies to one, null is silence. */
export function fakeShell(perform: Perform) {
  const calls: ShellCall[] = [];
  async function answer(json: string): Promise<string | null> {
    const call: ShellCall = JSON.parse(json);
    calls.push(call);
    const reply = await perform(call);
    return reply ? JSON.stringify({ seq: call.seq, message: '', ...reply }) : null;
  }
  return { calls, answer };
}

/** Puts one behind the page of a unit test. */
export function openFakeShell(perform: Perform) {
  const { calls, answer } = fakeShell(perform);
  window.tyyShell = {
    async postMessage(json) {
      const reply = await answer(json);
      if (reply) window.tyyBridge?.receive(reply);
    },
  };
  function close() {
    delete window.tyyShell;
    delete window.tyyBridge;
  }
  return { calls, close };
}
