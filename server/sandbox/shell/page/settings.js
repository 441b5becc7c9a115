const key = 'tyy-shell.settings';
const form = document.getElementById('settings');
const { transport, language, failing, code, vip } = form.elements;

/** What the simulator plays: the platform, the phone's language, the store account; kept between visits. */
export const settings = { transport: 'android', language: 'en', vip: false, ...readKept() };

transport.value = settings.transport;
language.value = settings.language;
vip.checked = settings.vip;

/** Calls `onChange` when something changed that only a new page can show. */
export function watchSettings(onChange) {
  form.addEventListener('submit', event => event.preventDefault());
  form.addEventListener('change', event => {
    settings.transport = transport.value;
    settings.language = language.value;
    settings.vip = vip.checked;
    localStorage.setItem(key, JSON.stringify(settings));
    if (event.target === transport || event.target === language) onChange();
  });
}

/** Offers these calls as ones that may be refused. */
export function offerFailures(methods) {
  for (const method of methods) failing.append(new Option(method, method));
}

/** The refusal that was ordered for this call, once; null: it is carried out. */
export function nextFailure(method) {
  if (failing.value !== '*' && failing.value !== method) return null;
  failing.value = '';
  return { code: Number(code.value), message: `The phone refused ${method} (${code.value})` };
}

function readKept() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}
