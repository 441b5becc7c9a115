/** How many messages are shown; older ones go. */
const most = 300;
/** Letters of a text that are shown; a photo would fill the console. */
const longest = 120;

const list = document.getElementById('log');

/** Shows one message, newest first; it opens to its JSON. */
export function addMessage(direction, message) {
  const { seq, method, code } = message;
  const item = document.createElement('li');
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const json = document.createElement('pre');

  item.dataset.direction = direction;
  item.dataset.method = method;
  if (code !== undefined) item.dataset.code = code === 0 ? 'ok' : 'refused';
  summary.append(
    part('arrow', direction === 'from the page' ? '→' : '←', direction),
    part('method', method),
    part('hint', String(message.params?.key ?? message.message ?? '')),
    part('seq', `#${seq}`),
    part('code', code === undefined ? '' : `code ${code}`),
  );
  json.textContent = JSON.stringify(wireForm(message), shorten, 2);
  details.append(summary, json);
  item.append(details);
  list.prepend(item);
  while (list.children.length > most) list.lastChild.remove();
}

/** Empties the console. */
export function clearLog() {
  list.replaceChildren();
}

/** A reply carries no method on the wire: the console only shows it beside the number. */
function wireForm({ method, ...message }) {
  return 'code' in message ? message : { seq: message.seq, method, params: message.params };
}

function shorten(_name, value) {
  if (typeof value !== 'string' || value.length <= longest) return value;
  return `${value.slice(0, longest)}… (${value.length} characters)`;
}

function part(name, text, label) {
  const span = document.createElement('span');
  span.className = name;
  span.textContent = text;
  if (label) span.setAttribute('aria-label', label);
  return span;
}
