import { element } from './element.ts';
import { say } from './words.ts';

const screen = element('screen', HTMLElement);
const toast = element('native-toast', HTMLElement);
/** Time that a native toast stays, ms. */
const toastDuration = 2000;
let toastTimer: ReturnType<typeof setTimeout> | undefined;

interface Sheet {
  title: string;
  text?: string;
  content?: HTMLElement;
  choices: { value: string; label: string; main?: boolean }[];
}

/** How a view over the whole screen ends. */
export interface Settle<T> {
  resolve: (value: T) => void;
  reject: (error: Error) => void;
}

/**
 * Asks on a sheet from the bottom of the phone; resolves with the value of the choice, or null when it was cancelled.
 * Fields in `content` are checked before a main choice is taken.
 */
export function ask({ title, text, content, choices }: Sheet): Promise<string | null> {
  return new Promise(resolve => {
    const sheet = document.createElement('dialog');
    sheet.className = 'sheet';
    sheet.setAttribute('aria-label', title);
    const form = document.createElement('form');
    form.method = 'dialog';
    form.append(heading(title));
    if (text) form.append(paragraph(text));
    if (content) form.append(content);
    for (const { value, label, main } of choices) form.append(button(value, label, main ? 'main' : ''));
    const cancel = button('', say('cancel'), 'cancel');
    cancel.formNoValidate = true;
    form.append(cancel);
    sheet.append(form);

    open(sheet);
    sheet.addEventListener('close', () => {
      sheet.remove();
      resolve(sheet.returnValue || null);
    });
  });
}

/** Covers the phone's screen with a view that `render` fills and settles; the view goes when it is settled. */
export async function fillScreen<T>(
  name: string,
  render: (view: HTMLDialogElement, settle: Settle<T>) => void,
): Promise<T> {
  const view = document.createElement('dialog');
  view.className = `full ${name}`;
  view.setAttribute('aria-label', name);
  try {
    return await new Promise<T>((resolve, reject) => {
      render(view, { resolve, reject });
      open(view);
    });
  } finally {
    view.remove();
  }
}

/** Takes every sheet away without a choice, as when the native app is closed. */
export function closeSheets(): void {
  for (const dialog of screen.querySelectorAll('dialog')) dialog.remove();
}

/** Shows a short message of the native app. */
export function nativeToast(text: string): void {
  toast.textContent = text;
  toast.dataset.visible = '';
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    delete toast.dataset.visible;
  }, toastDuration);
}

/** Not modal: the console beside the phone stays usable while a sheet waits. */
function open(dialog: HTMLDialogElement): void {
  screen.append(dialog);
  dialog.show();
  dialog.addEventListener('keydown', event => {
    if (event.key === 'Escape') dialog.close('');
  });
}

function heading(text: string): HTMLElement {
  const element = document.createElement('h2');
  element.textContent = text;
  return element;
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

function button(value: string, label: string, className: string): HTMLButtonElement {
  const element = document.createElement('button');
  element.value = value;
  element.textContent = label;
  element.className = className;
  return element;
}
