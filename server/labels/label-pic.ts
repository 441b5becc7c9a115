import type { OverlayOptions } from 'sharp';
import sharp from 'sharp';
import type { Box, GeneratedPic, UpstreamMark } from '../generator/generator.ts';
import { inEveryLanguage, type Language } from '../languages/languages.ts';

const QUALITY = 88;

/** Labels a pic as made by AI: in its XMP, and visibly as `drawLabel` does. Removes EXIF, location and comments. */
export async function labelPic(pic: GeneratedPic, label: PicLabel): Promise<GeneratedPic> {
  const labelled = sharp(pic.bytes)
    .composite(drawLabel(pic, label))
    .jpeg({ quality: QUALITY, progressive: true })
    .withXmp(labelData(label, pic.upstream));
  if (pic.density) labelled.withDensity(pic.density);

  return { ...pic, bytes: await labelled.toBuffer() };
}

/** IPTC's term for a photo edited with trained networks. Without a photo: `trainedAlgorithmicMedia`. */
export const sourceType =
  'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

/** IPTC's DigitalSourceType, and the AIGC field of GB 45438-2025. With `upstream`, that service is the producer. */
export function labelData(
  { id, producer }: Pick<PicLabel, 'id' | 'producer'>,
  upstream?: UpstreamMark,
): string {
  const aigc = {
    Label: '1',
    ContentProducer: producer,
    ProduceID: id,
    ReservedCode1: '',
    ...upstream,
    ContentPropagator: producer,
    PropagateID: id,
    ReservedCode2: '',
  };

  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
    'xmlns:TC260="http://www.tc260.org.cn/ns/AIGC/1.0/">' +
    `<Iptc4xmpExt:DigitalSourceType>${sourceType}</Iptc4xmpExt:DigitalSourceType>` +
    `<TC260:AIGC>${xmlText(JSON.stringify(aigc))}</TC260:AIGC>` +
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
  );
}

/** Escapes a text for XML, except its quotes, because readers parse the field as JSON. */
function xmlText(text: string): string {
  return text.replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`);
}

/** The label that China's standard requires, a small mark, or no label ('0'). */
type LabelMark = 'standard' | 'small' | '0';

export interface AiLabel {
  mark: LabelMark;
  /** The operator's name or code. It goes into each picture's metadata. */
  producer: string;
}

export interface PicLabel extends AiLabel {
  id: string;
  language: Language;
}

/** Changes when the same picture would be labelled differently. Only the standard label depends on the language. */
export function labelVersion({ mark, producer }: AiLabel, language: Language): string {
  return `${mark} ${mark === 'standard' ? language : ''} ${producer}`;
}

/** Size in pixels. */
interface Size {
  width: number;
  height: number;
}

const letters = inEveryLanguage(({ label }) => label);

/** Height of capital letters in the outlines of the standard label. China's standard specifies letter heights. */
const capitalHeight = 370;

/** Relative to the picture's width. The standard requires 1/20 of the shortest side, also of a share card around it. */
const STANDARD_HEIGHT = 0.056;

/** Relative to the picture's width. On sheets of ID photos the mark must fit into the margin (5 of 150 mm). */
const SMALL_HEIGHT = 0.032;
const MARGIN_HEIGHT = 0.018;

/** A picture to label. Its size and faces are in pixels. */
interface LabelledPicture {
  width: number;
  height: number;
  faces?: Box[] | undefined;
  labelled?: GeneratedPic['labelled'];
}

export function drawLabel(
  picture: LabelledPicture,
  { mark, language }: Pick<PicLabel, 'mark' | 'language'>,
): OverlayOptions[] {
  // Some pictures are labelled only in their metadata. China's standard does not allow that.
  const isInDataAlone = picture.labelled === 'data' && mark !== 'standard';
  if (mark === '0' || isInDataAlone) return [];
  const share = picture.labelled === 'margin' ? MARGIN_HEIGHT : SMALL_HEIGHT;
  const drawn = mark === 'small' ? smallMark(picture.width * share) : standardLine(picture.width, language);
  return [{ input: Buffer.from(drawn.svg), ...labelPlace(picture, drawn, picture.faces ?? []) }];
}

/** White letters on a dark plate. The contrast is at least 5 : 1, even on a white picture. */
function standardLine(picWidth: number, language: PicLabel['language']) {
  const { left, right, top, bottom, path } = letters[language];
  const scale = Math.ceil(picWidth * STANDARD_HEIGHT) / capitalHeight;
  const padding = capitalHeight * 0.3;
  const box = [
    left - padding,
    top - padding,
    right - left + 2 * padding,
    bottom - top + 2 * padding,
  ] as const;
  const [x, y, boxWidth, boxHeight] = box;
  const width = Math.round(boxWidth * scale);
  const height = Math.round(boxHeight * scale);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box.join(' ')}">` +
    `<rect x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="${padding}" fill="#000" fill-opacity=".6"/>` +
    `<path d="${path}" fill="#fff"/></svg>`;
  return { svg, width, height, margin: Math.round(picWidth * 0.02) };
}

/** The letters "AI" in a rounded frame. They are drawn as lines, because a server may have no fonts. */
function smallMark(wantedHeight: number) {
  const height = Math.round(wantedHeight);
  const width = Math.round(height * 1.5);
  const lines = 'M14 29 21 11 28 29M16.5 23H25.5M37 11V29';
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 54 40" fill="none" stroke-linecap="round" stroke-linejoin="round">` +
    '<rect x="3" y="3" width="48" height="34" rx="9" fill="#000" fill-opacity=".38" stroke="#fff" stroke-opacity=".75" stroke-width="2"/>' +
    `<path d="${lines}" stroke="#fff" stroke-opacity=".92" stroke-width="3.4"/></svg>`;
  return { svg, width, height, margin: Math.round(height * 0.5) };
}

/** The first corner, from the lower right, in which the label covers no face, or the smallest area of faces. */
function labelPlace(
  pic: Size,
  label: Size & { margin: number },
  faces: Box[],
): { left: number; top: number } {
  const { margin } = label;
  const [right, bottom] = [pic.width - label.width - margin, pic.height - label.height - margin];
  const corners = [
    { left: right, top: bottom },
    { left: margin, top: bottom },
    { left: right, top: margin },
    { left: margin, top: margin },
  ];
  const covered = corners.map(corner =>
    faces.reduce((sum, face) => sum + sharedArea({ ...label, x: corner.left, y: corner.top }, face), 0),
  );
  return corners[covered.indexOf(Math.min(...covered))]!;
}

function sharedArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}
