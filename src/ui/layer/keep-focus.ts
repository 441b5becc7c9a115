/** What has or had the focus on the screen, and all that it lies in, the innermost first. */
let place: Element[] = withAncestors(document.activeElement);

document.addEventListener('focusin', ({ target }) => {
  // A dialog gives the focus back by itself.
  if (target instanceof Element && !target.closest('dialog, [role=dialog]')) place = withAncestors(target);
});

document.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (relatedTarget !== null || !(target instanceof Element) || !canBeFocused(target)) return;
  // Some browsers tell of an element that is about to go in the same way.
  setTimeout(() => {
    if (place[0] === target && canBeFocused(target) && isFocusLost()) place = [];
  });
});

/**
 * From its first import on, what loses the focus to an overlay or while it is disabled gets it back, and when it goes from
 * the screen, the part in which it stood gets it, or else the heading: keys and screen readers go on where they were.
 */
new MutationObserver(() => {
  const [last] = place;
  if (!last || !isFocusLost() || document.querySelector('dialog[open], [role=dialog]')) return;
  if (canBeFocused(last)) return focus(last);
  const left = place.find(element => element.isConnected && !element.closest('[hidden]'));
  // It may yet be possible again.
  if (!left || left === last || left.closest('[inert]')) return;
  const heading = document.querySelector('main h1:not([hidden] *)');
  focus(left.querySelector('h1, h2') ? heading : left);
}).observe(document.body, {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ['inert', 'disabled'],
});

function focus(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.matches('a, button, input, [tabindex]')) {
    element.tabIndex = -1;
    // Else a tap beside its buttons would focus it as well.
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

function isFocusLost(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}

function canBeFocused(element: Element): boolean {
  return element.isConnected && !element.closest('[inert], [hidden], :disabled');
}

/** Nothing for the page itself. */
function withAncestors(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let next = element; next?.closest('main'); next = next.parentElement) found.push(next);
  return found;
}
