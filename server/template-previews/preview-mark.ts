/** An eye in a rounded frame, which says "preview" in every language; 72 × 44 px, with room below. */
export function previewMark(): Buffer {
  return Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="72" height="44" fill="none">' +
      '<rect x="1" y="1" width="70" height="32" rx="16" fill="#000" fill-opacity=".5"/>' +
      '<g stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">' +
      '<path d="M19 17Q36 1 53 17Q36 33 19 17Z"/><circle cx="36" cy="17" r="4.6"/></g></svg>',
  );
}
