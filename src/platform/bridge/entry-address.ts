/** The address that this page was first opened with, without its fragment; what the app writes into the address later does not change it. */
export const entryAddress: string = withoutFragment(location.href);

/** The address up to its fragment. */
export function withoutFragment(address: string): string {
  return address.split('#')[0] ?? address;
}
