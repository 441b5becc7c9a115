/** The element of the screen that last had the focus, followed by its ancestors, innermost first. */
let place: Element[] = withAncestors(document.activeElement);

document.addEventListener('focusin', ({ target }) => {
  // Ignore elements in dialogs, which restore the focus themselves.
  if (target instanceof Element && !target.closest('dialog, [role=dialog]')) place = withAncestors(target);
});

document.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (relatedTarget !== null || !(target instanceof Element) || !canBeFocused(target)) return;
  // Deferred, because some browsers also send `focusout` for an element that is about to be removed.
  setTimeout(() => {
    if (place[0] === target && canBeFocused(target) && isFocusLost()) place = [];
  });
});

/**
 * Restores the focus after an overlay closes or a control is enabled again. If the focused element is gone, focuses its
 * closest remaining ancestor, or else the heading. Keyboard and screen reader users then continue at the same place.
 */
new MutationObserver(() => {
  const [last] = place;
  if (!last || !isFocusLost() || document.querySelector('dialog[open], [role=dialog]')) return;
  if (canBeFocused(last)) return focus(last);
  const left = place.find(element => element.isConnected && !element.closest('[hidden]'));
  // Inside an inert part, keep waiting, because the element may become focusable again.
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
    // Remove the attribute again. Otherwise a later tap beside the element's buttons would focus the element.
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

/** The element and its ancestors within `main`. Empty if the element is outside `main`. */
function withAncestors(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let next = element; next?.closest('main'); next = next.parentElement) found.push(next);
  return found;
}
