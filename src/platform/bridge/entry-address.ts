/** The address with which the page was opened, without its fragment. Later address changes do not affect it. */
export const entryAddress: string = withoutFragment(location.href);

export function withoutFragment(address: string): string {
  return address.split('#')[0] ?? address;
}
