import { proxy, ref, type Snapshot } from 'valtio';
import type { Message } from '../i18n/message.ts';
import { Cancelled } from '../platform/cancelled.ts';

/** A short message that leaves by itself. */
interface Toast {
  id: number;
  message: Message;
}

/** A message that stands on the screen until it is closed: one that offers something, or takes longer to read. */
export interface Note extends Toast {
  /** What its button does. */
  action: { label: Message; run: () => void } | undefined;
}

/** One choice that a question offers. */
interface Choice<T extends string> {
  value: T;
  label: Message;
  kind: 'primary' | 'danger' | 'quiet';
}

/** A question that waits for the user; `rows` is a small table of facts above the choices. */
export interface Question<T extends string = string> {
  title: Message;
  /** What it is about; without an address nothing is shown. */
  picture?: { address: string; alt: Message; focus: string };
  text?: Message;
  rows?: { label: Message; value: Message; strong?: boolean }[];
  /** What is to be known first, and, in a frame, what the first choice says. */
  points?: Message[];
  statement?: Message;
  /** A text that may be added to the choice. */
  input?: { label: Message; most: number; onInput: (text: string) => void };
  /** The way out, beside the first choice and as large; without it, it is a quiet "Cancel" below all. */
  refusal?: Message;
  choices: Choice<T>[];
}

/** The loading overlay, which blocks every tap; `progress` is how much of the work is done, 0 to 1. */
export interface Loading {
  message: Message;
  progress: number | null;
  /** Set when it lasts long: what it waits for, and the way out. */
  slow?: { message: Message; leave: () => void };
}

interface Overlay {
  toasts: Toast[];
  notes: Note[];
  question: (Question & { settle: (value: string | null) => void }) | null;
  loading: Loading | null;
}

/** Time without any progress after which a loading overlay offers a way out, ms. */
const slowAfter = 10_000;
/** Time that a toast stays, ms. */
const toastDuration = 2000;
/** How many of them are shown at the same time; more would cover the screen. */
const mostToasts = 3;

const state = proxy<Overlay>({ toasts: [], notes: [], question: null, loading: null });

/** What lies above every screen. */
export const overlay: Snapshot<Overlay> = state;

let lastId = 0;

/** Shows a message for two seconds, in the place of the same one; it is so short that they are enough (`note`). */
export function toast(message: Message): void {
  const id = ++lastId;
  const others = state.toasts.filter(other => other.message !== message);
  state.toasts = [...others.slice(1 - mostToasts), { id, message }];
  setTimeout(() => closeToast(id), toastDuration);
}

/** Takes a toast away. */
export function closeToast(id: number): void {
  state.toasts = state.toasts.filter(toast => toast.id !== id);
}

/** Shows a message above the earlier ones until it is closed or used; without an action, until the user's next act (`note-list`). */
export function note(message: Message, action?: Note['action']): void {
  const words = JSON.stringify(message);
  const others = state.notes.filter(other => JSON.stringify(other.message) !== words);
  state.notes = [...others, { id: ++lastId, message, action: action && ref(action) }];
}

/** Takes a note away. */
export function closeNote(id: number): void {
  state.notes = state.notes.filter(note => note.id !== id);
}

/** Takes the notes away that belonged to what the user did last. */
export function leaveNotes(): void {
  if (state.notes.length > 0) state.notes = state.notes.filter(note => note.action);
}

/** Asks, and resolves with the chosen value, or null when the question was closed. */
export function ask<T extends string>(question: Question<T>): Promise<T | null> {
  state.question?.settle(null);
  return new Promise(resolve => {
    const open = ref({
      ...question,
      settle(value: string | null) {
        // A second tap must not close the question that came after this one.
        if (state.question === open) state.question = null;
        resolve(value as T | null);
      },
    });
    state.question = open;
  });
}

/** The loading overlays of all work that runs, oldest first; the last one is shown. */
const running: Loading[] = [];

function showNewest(): void {
  state.loading = running[running.length - 1] ?? null;
}

/** Whom the work of a loading overlay waits for: the server, or the native app. */
export type AwaitedParty = 'server' | 'phone';

/** Says what the loading overlay shows from now on, and how far the work is, 0 to 1. */
export type ReportProgress = (message: Message, progress: number) => void;

/**
 * Blocks taps and says what is being done until `work` settles; `report` moves the progress bar. After 10 s without
 * progress the overlay says what it waits for and may go on without it: it rejects with `Cancelled`, and the work ends
 * unseen.
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
