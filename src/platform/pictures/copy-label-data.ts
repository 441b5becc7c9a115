const startOfImage = 0xffd8;
const app0 = 0xffe0;
const app1 = 0xffe1;
const startOfScan = 0xffda;
/** The identifier at the start of an XMP segment. */
const xmp = 'http://ns.adobe.com/xap/1.0/\0';

/** Copies XMP metadata, which say how a picture was made, between JPEGs. Does nothing for other file types. */
export async function copyLabelData(from: Blob, into: Blob): Promise<Blob> {
  const [source, target] = await Promise.all([from.arrayBuffer(), into.arrayBuffer()]);
  const data = segmentsOf(source).filter(isXmp);
  const start = segmentsOf(target).find(({ marker }) => marker === app0)?.end ?? 2;
  const parts = [
    target.slice(0, start),
    ...data.map(({ at, end }) => source.slice(at, end)),
    target.slice(start),
  ];
  return data.length > 0 ? new Blob(parts, { type: into.type }) : into;

  function isXmp({ marker, at, end }: Segment): boolean {
    const beginning = new Uint8Array(source.slice(at + 4, Math.min(end, at + 4 + xmp.length)));
    return marker === app1 && String.fromCharCode(...beginning) === xmp;
  }
}

/** A JPEG segment before the image data. `at` is the offset of its marker. */
interface Segment {
  marker: number;
  at: number;
  end: number;
}

function segmentsOf(jpeg: ArrayBuffer): Segment[] {
  const view = new DataView(jpeg);
  const segments: Segment[] = [];
  if (view.byteLength < 4 || view.getUint16(0) !== startOfImage) return segments;
  for (let at = 2; at + 4 <= view.byteLength; ) {
    const marker = view.getUint16(at);
    const end = at + 2 + view.getUint16(at + 2);
    if (marker < 0xff00 || marker === startOfScan || end > view.byteLength || end < at + 4) break;
    segments.push({ marker, at, end });
    at = end;
  }
  return segments;
}
