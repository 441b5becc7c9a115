/** An id as the API sent it. It must be sent back with the same type, because some backends do not accept "7" for 7. */
export type WireId = number | string;

/** A template's id. From a page address it is a string, even if the API sent a number. */
export type TemplateId = WireId;

/** Compares ids as strings, because page addresses and data of earlier releases contain ids only as strings. */
export function isSameId(one: WireId | null, other: WireId | null): boolean {
  return String(one) === String(other);
}
