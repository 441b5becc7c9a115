/** One call of the page to the native app. */
export interface ShellCall {
  seq: number;
  method: string;
  params: Record<string, unknown>;
}

/** What the native app answers to a call; undefined: it stays silent. */
export type ShellAnswer = { code: number; message?: string; data?: unknown } | undefined;

/** Stands where the native app stands: it remembers the calls and answers them in their turn. */
export function openFakeShell(answer: (call: ShellCall) => ShellAnswer | Promise<ShellAnswer>) {
  const calls: ShellCall[] = [];
  window.tyyShell = {
    async postMessage(json) {
      const call: ShellCall = JSON.parse(json);
      calls.push(call);
      const reply = await answer(call);
      if (reply) window.tyyBridge?.receive(JSON.stringify({ seq: call.seq, message: '', ...reply }));
    },
  };
  return {
    calls,
    close() {
      delete window.tyyShell;
      delete window.tyyBridge;
    },
  };
}
