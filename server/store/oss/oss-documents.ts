import type { Part } from './begun-uploads.ts';
import { OssError } from './oss-error.ts';

/** The text of an element, or another level of elements; a list repeats the element. */
type Elements = { [name: string]: string | Elements | Elements[] };

/** An XML document with one root element, as OSS sends them. */
export function xmlDocument(root: string, elements: Elements): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, elements)}\n`;
}

function element(name: string, content: string | Elements | Elements[]): string {
  if (Array.isArray(content)) return content.map(one => element(name, one)).join('\n');
  if (typeof content === 'string') return `<${name}>${escapeXml(content)}</${name}>`;
  const inner = Object.entries(content).map(([child, value]) => element(child, value));
  return `<${name}>\n${inner.join('\n')}\n</${name}>`;
}

/** Reads the parts that a client names to complete an upload: numbers and quoted ETags, in ascending order. */
export function readPartList(document: string): Pick<Part, 'number' | 'etag'>[] {
  // Not by one expression over the whole: what never closes would be searched to the end from each beginning.
  const parts = document.split('</Part>').slice(0, -1).map(readPart);
  const isInOrder = parts.every(({ number }, index) => number > (parts[index - 1]?.number ?? 0));
  if (parts.length === 0 || !isInOrder) {
    throw new OssError(400, 'MalformedXML', 'The XML you provided was not well-formed.');
  }
  return parts.map(({ number, etag }) => ({ number, etag: etag.startsWith('"') ? etag : `"${etag}"` }));
}

function readPart(text: string): Pick<Part, 'number' | 'etag'> {
  const part = text.slice(text.lastIndexOf('<Part>'));
  return {
    number: Number(/<PartNumber>(\d{1,5})<\/PartNumber>/.exec(part)?.[1]),
    etag: (/<ETag>([^<]{1,80})<\/ETag>/.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
