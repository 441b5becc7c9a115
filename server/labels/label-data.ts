import type { UpstreamMark } from '../generator/generator.ts';
import type { PicLabel } from './label-version.ts';

/** A photo of a person edited with trained networks. `trainedAlgorithmicMedia` would say that there was no photo. */
export const sourceType =
  'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

/**
 * XMP of a picture: IPTC's DigitalSourceType and the AIGC field of China's labelling standard GB 45438-2025. An
 * upstream producer stays the producer; this product is then only the propagator.
 */
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

/** Quotes stay: readers parse the field as JSON. */
function xmlText(text: string): string {
  return text.replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`);
}
