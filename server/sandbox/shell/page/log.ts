import { element, make } from './element.ts';

const most = 300;
/** Maximum characters shown of a text: a whole photo would fill the console. */
const longest = 120;

const list = element('log', HTMLElement);

/** A call or a reply. Replies on the bridge have no method; the console adds it. */
export type Message =
  | { seq: number; method: string; params: object }
  | { seq: number; method: string; code: number; message: string; data?: unknown };

export function addMessage(direction: 'from the page' | 'to the page', message: Message): void {
  const { seq, method } = message;
  const code = 'code' in message ? message.code : undefined;
  const summary = make(
    'summary',
    {},
    part('arrow', direction === 'from the page' ? '→' : '←', direction),
    part('method', method),
    part('hint', hintOf(message)),
    part('seq', `#${seq}`),
    part('code', code === undefined ? '' : `code ${code}`),
  );
  const json = make('pre', {}, JSON.stringify(wireForm(message), shorten, 2));
  const item = make('li', {}, make('details', {}, summary, json));
  item.dataset.direction = direction;
  item.dataset.method = method;
  if (code !== undefined) item.dataset.code = code === 0 ? 'ok' : 'refused';
  list.prepend(item);
  while (list.children.length > most) list.lastChild?.remove();
}

export function clearLog(): void {
  list.replaceChildren();
}

/** A short hint for the log: the storage key that a call names, or a refusal's message. */
function hintOf(message: Message): string {
  if ('code' in message) return message.message;
  return 'key' in message.params ? String(message.params.key) : '';
}

function wireForm(message: Message): object {
  if (!('code' in message)) return message;
  const { method, ...reply } = message;
  return reply;
}

function shorten(_name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= longest) return value;
  return `${value.slice(0, longest)}… (${value.length} characters)`;
}

function part(className: string, text: string, ariaLabel: string | null = null): HTMLElement {
  return make('span', { className, ariaLabel }, text);
}
