/** The element of the page with this id; throws when it is not there, or of another type. */
export function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} called ${id}`);
  return found;
}

/** The one element inside another that a selector finds; throws when there is none. */
export function inside(parent: HTMLElement, selector: string): HTMLElement {
  const found = parent.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Nothing is ${selector}`);
  return found;
}
