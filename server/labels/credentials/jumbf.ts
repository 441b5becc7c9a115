/** The end of the type of every box that C2PA uses: its beginning is four letters (ISO 19566-5). */
const typeEnd = Buffer.from('00110010800000aa00389b71', 'hex');

/** It can be requested by its label. */
const toggles = 3;

/** A plain box: its length, its four letters, its content. */
export function jumbfBox(type: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(content.length + 8, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
}

/** A box of boxes of a type (four letters), with a label. */
export function jumbfSuperbox(type: string, label: string, ...boxes: Buffer[]): Buffer {
  const about = Buffer.concat([Buffer.from(type), typeEnd, Buffer.of(toggles), Buffer.from(`${label}\0`)]);
  return jumbfBox('jumb', Buffer.concat([jumbfBox('jumd', about), ...boxes]));
}
