import { element, make } from './element.ts';
import { say } from './settings.ts';

const screen = element('screen', HTMLElement);
const toast = element('native-toast', HTMLElement);
/** Milliseconds that a toast stays visible. */
const toastDuration = 2000;
let toastTimer: ReturnType<typeof setTimeout> | undefined;

interface Sheet {
  title: string;
  text?: string;
  content?: HTMLElement;
  choices: { value: string; label: string; main?: boolean }[];
}

export interface Settle<T> {
  resolve: (value: T) => void;
  reject: (error: Error) => void;
}

/** Opens a sheet. Resolves with the chosen value; null if cancelled. Fields in `content` must be valid to choose. */
export function ask({ title, text, content, choices }: Sheet): Promise<string | null> {
  return new Promise(resolve => {
    const form = make('form', { method: 'dialog' }, make('h2', {}, title));
    if (text) form.append(make('p', {}, text));
    if (content) form.append(content);
    for (const { value, label, main } of choices)
      form.append(make('button', { value, className: main ? 'main' : '' }, label));
    form.append(make('button', { value: '', className: 'cancel', formNoValidate: true }, say('cancel')));
    const sheet = make('dialog', { className: 'sheet', ariaLabel: title }, form);
    open(sheet);
    sheet.addEventListener('close', () => {
      sheet.remove();
      resolve(sheet.returnValue || null);
    });
  });
}

/** Covers the simulated screen with a view that `render` fills, until `render` calls `resolve` or `reject`. */
export async function fillScreen<T>(
  name: string,
  render: (view: HTMLDialogElement, settle: Settle<T>) => void,
): Promise<T> {
  const view = make('dialog', { className: `full ${name}`, ariaLabel: name });
  try {
    return await new Promise<T>((resolve, reject) => {
      render(view, { resolve, reject });
      open(view);
    });
  } finally {
    view.remove();
  }
}

export function closeSheets(): void {
  for (const dialog of screen.querySelectorAll('dialog')) dialog.remove();
}

export function nativeToast(text: string): void {
  toast.textContent = text;
  toast.dataset.visible = '';
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    delete toast.dataset.visible;
  }, toastDuration);
}

/** Opens a dialog as non-modal, so that the console next to the phone stays usable. */
function open(dialog: HTMLDialogElement): void {
  screen.append(dialog);
  dialog.show();
  dialog.addEventListener('keydown', event => {
    if (event.key === 'Escape') dialog.close('');
  });
}
