/** How many of one caller's calls run at the same time: fewer than the database has connections. */
const mostRunning = 6;

/** Calls that wait for those: of one caller and of all, and for how long at most (milliseconds). */
const mostWaiting = { ofOne: 200, inAll: 2_000 };
const patience = 5_000;

/** The calls of one caller: how many run, and how the next is let in. */
interface Line {
  running: number;
  waiting: Set<() => void>;
}

/** Lets a few calls of one caller run at a time, the others in the order in which they came. */
export class CallerLines {
  readonly #lines = new Map<string, Line>();
  #waiting = 0;

  /** Resolves when it is the call's turn, with what ends it; with null where the line is too long or too slow, or the caller is `gone`. */
  async enter(caller: string, gone: () => AbortSignal): Promise<(() => void) | null> {
    const line = this.#lines.get(caller) ?? { running: 0, waiting: new Set() };
    this.#lines.set(caller, line);
    if (line.running < mostRunning) line.running += 1;
    else if (!(await this.#wait(line, gone))) return null;
    return () => this.#leave(caller, line);
  }

  async #wait(line: Line, gone: () => AbortSignal): Promise<boolean> {
    if (line.waiting.size >= mostWaiting.ofOne || this.#waiting >= mostWaiting.inAll) return false;
    this.#waiting += 1;
    const isTurn = await new Promise<boolean>(resolve => {
      const timer = setTimeout(end, patience, false);
      const signal = gone();
      const letIn = () => end(true);
      const giveUp = () => end(false);
      function end(result: boolean): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        line.waiting.delete(letIn);
        resolve(result);
      }
      line.waiting.add(letIn);
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp);
    });
    this.#waiting -= 1;
    return isTurn;
  }

  #leave(caller: string, line: Line): void {
    const [next] = line.waiting;
    // The next one takes the place over.
    if (next) next();
    else line.running -= 1;
    if (line.running === 0) this.#lines.delete(caller);
  }
}
