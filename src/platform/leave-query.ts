/** Takes a parameter out of the address, which has done what it was for. */
export function leaveQuery(name: string): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(name)) return;
  address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}
