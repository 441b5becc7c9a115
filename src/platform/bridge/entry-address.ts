/** The address at which the page was loaded, without fragment. It stays the same after in-app navigation. */
export const entryAddress: string = withoutFragment(location.href);

export function withoutFragment(address: string): string {
  return address.split('#')[0] ?? address;
}
