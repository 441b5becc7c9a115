/**
 * Script code that defines `find` and its result `found`: the element with this role and a name that starts with
 * `name`, in the open dialog if there is one.
 */
function findScript(role: 'button' | 'radio', name: string, place: number): string {
  return `
    const role = ${JSON.stringify(role)};
    const selector = role === 'radio' ? 'input[type=radio]' : 'button, [role=button], a[href]';
    const find = () => {
      const root = document.querySelector('[role=dialog]') ?? document;
      return [...root.querySelectorAll(selector)].filter(element => {
        const name = element.getAttribute('aria-label') ?? element.textContent.trim();
        return element.getClientRects().length > 0 && !element.disabled && !element.ariaBusy && name.startsWith(${JSON.stringify(name)});
      })[${place}];
    };
    const found = find();`;
}

/** A script that presses the element that `findScript` finds; the script returns false if there is no such element. */
export function pressScript(role: 'button' | 'radio', name: string, place = 0): string {
  return `${findScript(role, name, place)}
    found?.click();
    return found !== undefined;`;
}

/**
 * A script that returns the point at which to tap the element, in CSS pixels; null while the element is moving or
 * covered.
 */
export function pointScript(role: 'button' | 'radio', name: string, place = 0): string {
  return `${findScript(role, name, place)}
    if (!found) return null;
    const areaOf = element => element.closest('label') ?? element;
    const target = areaOf(found);
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    const pointOf = () => {
      const { left, top, width, height } = target.getBoundingClientRect();
      return [Math.round(left + width / 2), Math.round(top + height / 2)];
    };
    const before = pointOf();
    await new Promise(resolve => setTimeout(resolve, 50));
    const point = pointOf();
    const isStill = point.join() === before.join();
    if (!isStill || !target.contains(document.elementFromPoint(...point))) return null;
    window.wasHit = null;
    // The page may have rendered the element again since.
    const isIt = ({ target: hit }) => { const now = find(); return now !== undefined && areaOf(now).contains(hit); };
    document.addEventListener('click', event => { window.wasHit = isIt(event); }, { capture: true, once: true });
    return point;`;
}

/**
 * A script that returns true if the press hit the element of `pointScript`, or if another page has replaced the page.
 * Waits up to `patience` ms for the press, because it may be late on a busy machine, and a second press could hit
 * something that the first press has opened.
 */
export const wasHitScript = (patience: number): string => `
  const end = Date.now() + ${patience};
  while (window.wasHit === null && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 10));
  return window.wasHit !== null && window.wasHit !== false;`;

/** A script that returns true if the page shows these words. */
export function showsScript(words: string): string {
  return `return document.body.innerText.includes(${JSON.stringify(words)});`;
}
