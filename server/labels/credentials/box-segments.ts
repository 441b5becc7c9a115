/** The most bytes of a box in a segment, whose length of 16 bits counts itself and the ten bytes before them. */
const mostBytes = 0xffff - 10;

/** A JUMBF box as segments of a JPEG (ISO 19566-5, APP11); each but the first repeats the box's header. */
export function boxSegments(box: Buffer): Buffer {
  const header = box.subarray(0, 8);
  const segments: Buffer[] = [];
  for (let from = 0; from < box.length; ) {
    const repeated = from === 0 ? Buffer.alloc(0) : header;
    const content = box.subarray(from, from + mostBytes - repeated.length);
    from += content.length;
    const start = Buffer.alloc(12);
    start.writeUInt16BE(0xffeb, 0);
    start.writeUInt16BE(10 + repeated.length + content.length, 2);
    start.write('JP', 4, 'latin1');
    start.writeUInt16BE(1, 6);
    start.writeUInt32BE(segments.length + 1, 8);
    segments.push(Buffer.concat([start, repeated, content]));
  }
  return Buffer.concat(segments);
}

/** Where segments are added to a JPEG: behind its application data. */
export function endOfApplicationData(jpeg: Buffer): number {
  let at = 2;
  while (jpeg[at] === 0xff && jpeg[at + 1]! >= 0xe0 && jpeg[at + 1]! <= 0xef)
    at += 2 + jpeg.readUInt16BE(at + 2);
  return at;
}
