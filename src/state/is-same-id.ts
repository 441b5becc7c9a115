/** An id as the API sent it. It must go back in the same type: not every backend takes "7" for 7. */
export type WireId = number | string;

/** Compares as text: page addresses and earlier releases keep only the text of an id. */
export function isSameId(one: WireId | null, other: WireId | null): boolean {
  return String(one) === String(other);
}
