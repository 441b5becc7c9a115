import { proxy, ref, type Snapshot } from 'valtio';
import type { LegalFacts } from '../i18n/legal-facts.ts';
import type { Message } from '../i18n/text-key.ts';
import { Cancelled } from '../platform/cancelled.ts';

/** A short message that disappears by itself. */
interface Toast {
  id: number;
  message: Message;
}

/** A message that stays until the user closes it, because it offers an action or needs more time to read. */
export interface Note extends Toast {
  /** The note's button; undefined if the note has no button. */
  action: { label: Message; run: () => void } | undefined;
}

interface Choice<T extends string> {
  value: T;
  label: Message;
  kind: 'primary' | 'danger' | 'quiet';
}

/** A purchase to which a question asks the user to agree. `fallback` is the picture to show if `picture` is empty or fails to load. */
export interface Offer {
  picture: string;
  fallback: string;
  title: string;
  /** The parts of the line in bold, such as the price. */
  price: readonly Message[];
  notes: readonly Message[];
}

/** A question to the user. `rows` is a small table of facts above the choices. */
export interface Question<T extends string = string> {
  title: Message;
  /** The picture is hidden if its address is empty. */
  picture?: { address: string; alt: Message; focus: string };
  text?: Message;
  offer?: Offer;
  rows?: { label: Message; value: Message }[];
  /** Facts for the consent sheet, which has its own buttons. */
  consent?: LegalFacts;
  /** The sentence that names the legal texts. With `tick`, the choices wait until the user ticks its box. */
  legal?: { tick: boolean };
  /** A text field for something that the user may add; `most` is the maximum length in characters. */
  input?: { label: Message; most: number; onInput: (text: string) => void };
  /** Options of which the user picks one, then presses the button `submit`. */
  options?: { list: readonly { value: T; label: Message }[]; submit: Message };
  choices: Choice<T>[];
}

/** The loading overlay, which blocks all taps. `progress` is from 0 to 1, or null if unknown. */
export interface Loading {
  message: Message;
  progress: number | null;
  /** Set after a long wait. Contains the reason, and a function that lets the user leave. */
  slow?: { message: Message; leave: () => void };
}

interface Overlay {
  toasts: Toast[];
  notes: Note[];
  question: (Question & { settle: (value: string | null) => void }) | null;
  loading: Loading | null;
}

/** After this long without progress, the loading overlay lets the user leave, ms. */
const slowAfter = 10_000;
/** Display time of a toast, ms. */
const toastDuration = 2000;
/** Maximum number of toasts; more would cover the screen. */
const mostToasts = 3;

const state = proxy<Overlay>({ toasts: [], notes: [], question: null, loading: null });

export const overlay: Snapshot<Overlay> = state;
let lastId = 0;

/** Shows a short message for two seconds, and removes an equal message. Use `note` for longer messages. */
export function toast(message: Message): void {
  const id = ++lastId;
  const others = state.toasts.filter(other => other.message !== message);
  state.toasts = [...others.slice(1 - mostToasts), { id, message }];
  setTimeout(() => closeToast(id), toastDuration);
}

export function closeToast(id: number): void {
  state.toasts = state.toasts.filter(toast => toast.id !== id);
}

/** Shows a message until the user closes it, uses its action or, without an action, taps anything. */
export function note(message: Message, action?: Note['action']): void {
  const words = JSON.stringify(message);
  const others = state.notes.filter(other => JSON.stringify(other.message) !== words);
  state.notes = [...others, { id: ++lastId, message, action: action && ref(action) }];
}

export function closeNote(id: number): void {
  state.notes = state.notes.filter(note => note.id !== id);
}

/** Closes the notes that have no button, because they concern an earlier action of the user. */
export function leaveNotes(): void {
  if (state.notes.length > 0) state.notes = state.notes.filter(note => note.action);
}

/** Resolves with the chosen value, or null if the user closes the question. */
export function ask<T extends string>(question: Question<T>): Promise<T | null> {
  state.question?.settle(null);
  return new Promise(resolve => {
    const open = ref({
      ...question,
      settle(value: string | null) {
        // A second tap on this question must not close the next question.
        if (state.question === open) state.question = null;
        resolve(value as T | null);
      },
    });
    state.question = open;
  });
}

/** Loading overlays of all running work, oldest first. The last one is visible. */
const running: Loading[] = [];

function showNewest(): void {
  state.loading = running[running.length - 1] ?? null;
}

/** The party that a slow overlay names as the cause: the server or the native app. */
export type AwaitedParty = 'server' | 'phone';

/** Sets the overlay's message and its progress, which is from 0 to 1. */
export type ReportProgress = (message: Message, progress: number) => void;

/**
 * Blocks taps with an overlay until `work` settles; `report` moves the progress bar. After 10 s without progress the
 * user may leave. The promise then rejects with `Cancelled`, while the work continues in the background.
 */
export async function withLoading<T>(
  message: Message,
  work: (report: ReportProgress) => Promise<T>,
  waitsFor: AwaitedParty = 'server',
): Promise<T> {
  const mine = proxy<Loading>({ message, progress: null });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leave = () => {};
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(new Cancelled());
  });
  const expectSoon = () => {
    clearTimeout(timer);
    delete mine.slow;
    timer = setTimeout(() => {
      mine.slow = ref({ message: `loading.slow.${waitsFor}` as const, leave });
    }, slowAfter);
  };
  running.push(mine);
  showNewest();
  expectSoon();
  try {
    const done = work((message, progress) => {
      if (progress !== mine.progress) expectSoon();
      Object.assign(mine, { message, progress });
    });
    return await Promise.race([done, left]);
  } finally {
    clearTimeout(timer);
    running.splice(running.indexOf(mine), 1);
    showNewest();
  }
}
