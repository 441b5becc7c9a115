/** The last focused element of the screen and its ancestors, innermost first. */
let place: Element[] = withAncestors(document.activeElement);

document.addEventListener('focusin', ({ target }) => {
  // Dialogs restore the focus themselves.
  if (target instanceof Element && !target.closest('dialog, [role=dialog]')) place = withAncestors(target);
});

document.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (relatedTarget !== null || !(target instanceof Element) || !canBeFocused(target)) return;
  // Some browsers also send this event for an element that is about to be removed.
  setTimeout(() => {
    if (place[0] === target && canBeFocused(target) && isFocusLost()) place = [];
  });
});

/**
 * Restores the focus after an overlay or a disabled state. If the focused element is gone, focuses the part around it,
 * or else the heading, so that keyboards and screen readers continue at the same place.
 */
new MutationObserver(() => {
  const [last] = place;
  if (!last || !isFocusLost() || document.querySelector('dialog[open], [role=dialog]')) return;
  if (canBeFocused(last)) return focus(last);
  const left = place.find(element => element.isConnected && !element.closest('[hidden]'));
  // The element may become focusable again.
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
    // Without this, a tap next to the element's buttons would also focus the element.
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

/** The element and its ancestors inside `main`; empty if it is outside. */
function withAncestors(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let next = element; next?.closest('main'); next = next.parentElement) found.push(next);
  return found;
}
