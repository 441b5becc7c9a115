/** The page's first address without its fragment; later changes of the address do not change it. */
export const entryAddress: string = withoutFragment(location.href);

export function withoutFragment(address: string): string {
  return address.split('#')[0] ?? address;
}
