import type { BridgeMethod } from '../../../../src/platform/bridge/bridge-protocol.ts';
import { element } from './element.ts';
import { Refusal } from './refusal.ts';

/** `transport`: simulated platform. `language`: a BCP 47 code. `vip`: true if the store account has a subscription. */
interface Settings {
  transport: string;
  language: string;
  vip: boolean;
}

const key = 'tyy-shell.settings';
const form = element('settings', HTMLFormElement);
const { transport, language, failing, code, purchase, vip } = form.elements as HTMLFormControlsCollection & {
  transport: HTMLSelectElement;
  language: HTMLSelectElement;
  failing: HTMLSelectElement;
  code: HTMLInputElement;
  purchase: HTMLSelectElement;
  vip: HTMLInputElement;
};

export const settings: Settings = { transport: 'android', language: 'en', vip: false, ...load() };

transport.value = settings.transport;
language.value = settings.language;
vip.checked = settings.vip;

/** Calls `onChange` after a change to a setting that takes effect only when the page reloads. */
export function watchSettings(onChange: () => void): void {
  form.addEventListener('submit', event => event.preventDefault());
  form.addEventListener('change', event => {
    settings.transport = transport.value;
    settings.language = language.value;
    settings.vip = vip.checked;
    localStorage.setItem(key, JSON.stringify(settings));
    if (event.target === transport || event.target === language) onChange();
  });
}

export function offerFailures(methods: string[]): void {
  for (const method of methods) failing.append(new Option(method, method));
}

/** The refusal selected for this call, or null to execute the call. Each selection applies once. */
export function nextFailure(method: BridgeMethod): Refusal | null {
  if (failing.value !== '*' && failing.value !== method) return null;
  failing.value = '';
  return new Refusal(Number(code.value), `The phone refused ${method} (${code.value})`);
}

/** The outcome selected for the next purchase; empty for success. Each selection applies once. */
export function nextPurchase(): string {
  const course = purchase.value;
  purchase.value = '';
  return course;
}

function load(): Partial<Settings> {
  try {
    const saved = Object(JSON.parse(localStorage.getItem(key) ?? '{}'));
    return {
      ...(typeof saved.transport === 'string' && { transport: saved.transport }),
      ...(typeof saved.language === 'string' && { language: saved.language }),
      ...(typeof saved.vip === 'boolean' && { vip: saved.vip }),
    };
  } catch {
    return {};
  }
}

type Words = typeof import('../../../languages/en.shell.json');

/** Texts of the simulated native sheets by language; the first language is the fallback. */
const words: Record<string, Words> = await (await fetch('/sandbox/shell/words')).json();

export function textLanguage(): string {
  const [code = ''] = settings.language.split('-');
  return Object.hasOwn(words, code) ? code : Object.keys(words)[0]!;
}

export function say(key: keyof Words, value: string | number = ''): string {
  return words[textLanguage()]![key].replace('{value}', String(value));
}
