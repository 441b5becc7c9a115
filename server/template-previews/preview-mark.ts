/** The word PREVIEW in a rounded frame, drawn as lines so that no font is needed; 148 × 44 px, with room below. */
export function previewMark(): Buffer {
  const letters = [
    'M0 40V0H13a11 11 0 0 1 0 22H0',
    'M40 40V0H53a11 11 0 0 1 0 22H40M54 22 66 40',
    'M104 0H80V40H104M80 20H100',
    'M116 0 130 40 144 0',
    'M160 0V40',
    'M202 0H178V40H202M178 20H198',
    'M214 0 224 40 234 8 244 40 254 0',
  ];
  return Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="148" height="44" fill="none">' +
      '<rect x="1" y="1" width="146" height="32" rx="16" fill="#000" fill-opacity=".5"/>' +
      '<svg x="18" y="9" width="112" height="17" viewBox="-3 -3 260 46" stroke="#fff" stroke-width="6" ' +
      `stroke-linecap="round" stroke-linejoin="round"><path d="${letters.join('')}"/></svg></svg>`,
  );
}
