import sharp from 'sharp';
import type { GeneratedPic } from '../generator/generator.ts';

/** How a pic is labelled as made by a machine. */
export interface PicLabel {
  /** Identifies the pic in its own data. */
  id: string;
  /** Whether a small mark is drawn in a corner as well. */
  isMarked: boolean;
}

/**
 * IPTC's word for what a pic is: a camera's picture of a person, edited with trained networks. `trainedAlgorithmicMedia` would
 * say that there was no photo.
 */
const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

const PRODUCER = 'tyy';
const QUALITY = 88;

/** The mark's height, as a share of the pic's width. */
const MARK_HEIGHT = 0.032;

/**
 * Labels a pic as made by AI: IPTC's DigitalSourceType and the AIGC field of China's labelling standard GB 45438-2025 in its
 * XMP data, and a small mark. All other data (EXIF, places, comments) is left out, whichever generator made the pic.
 */
export async function labelPic(pic: GeneratedPic, { id, isMarked }: PicLabel): Promise<GeneratedPic> {
  const bytes = await sharp(pic.bytes)
    .composite(isMarked ? [{ input: markOf(pic.width), gravity: 'southeast' }] : [])
    .jpeg({ quality: QUALITY, progressive: true })
    .withXmp(xmpOf(id))
    .toBuffer();

  return { ...pic, bytes };
}

function xmpOf(id: string): string {
  const aigc = {
    Label: '1',
    ContentProducer: PRODUCER,
    ProduceID: id,
    ReservedCode1: '',
    ContentPropagator: PRODUCER,
    PropagateID: id,
    ReservedCode2: '',
  };

  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
    'xmlns:TC260="http://www.tc260.org.cn/ns/AIGC/1.0/">' +
    `<Iptc4xmpExt:DigitalSourceType>${SOURCE_TYPE}</Iptc4xmpExt:DigitalSourceType>` +
    `<TC260:AIGC>${JSON.stringify(aigc)}</TC260:AIGC>` +
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
  );
}

/** The letters AI in a rounded frame, drawn as lines so that no font is needed. */
function markOf(picWidth: number): Buffer {
  const height = Math.round(picWidth * MARK_HEIGHT);
  const width = Math.round(height * 1.5);
  const lines = 'M14 29 21 11 28 29M16.5 23H25.5M37 11V29';
  const margin = Math.round(height * 0.5);

  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width + margin}" height="${height + margin}">` +
      `<svg width="${width}" height="${height}" viewBox="0 0 54 40" fill="none" stroke-linecap="round" stroke-linejoin="round">` +
      '<rect x="3" y="3" width="48" height="34" rx="9" fill="#000" fill-opacity=".38" stroke="#fff" stroke-opacity=".75" stroke-width="2"/>' +
      `<path d="${lines}" stroke="#fff" stroke-opacity=".92" stroke-width="3.4"/></svg></svg>`,
  );
}
