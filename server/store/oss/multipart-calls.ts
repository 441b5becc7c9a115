import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Pieces, TooManyBytes, type Written } from '../object-file.ts';
import { type Admitted, piecesOf } from './counted-body.ts';
import type { MultipartUploads } from './multipart-uploads.ts';
import { objectKeyOf, queryOf } from './oss-authorize.ts';
import { readPartList, xmlDocument } from './oss-documents.ts';
import { OssError } from './oss-error.ts';
import { uploadLimits } from './upload-limits.ts';

interface MultipartParts {
  uploads: MultipartUploads;
  bucket: string;
  /** The bytes of a request as they come, `most` at most. */
  bodyOf(call: Admitted, most: number): Pieces;
  /** Throws where nobody waits for what was begun. */
  requireCaller(call: Admitted): Promise<void>;
  /** Gives an object its bytes, unless the caller's session ends meanwhile. */
  receive(call: Admitted, pieces: Pieces, plan: { type: string; etag: string }): Promise<unknown>;
}

const highestNumber = 10_000;

/** The calls of uploads in parts, each for a request whose credentials were found good. */
export function multipartCalls(parts: MultipartParts) {
  const { uploads, bucket } = parts;
  const idOf = ({ request }: Admitted) => queryOf(request).get('uploadId') ?? '';
  const keyOf = ({ request }: Admitted) => objectKeyOf(request);

  return {
    async initiate(call: Admitted, type: string): Promise<string> {
      const key = keyOf(call);
      const id = await uploads.initiate(call.grant.prefix, { key, type });
      await parts.requireCaller(call).catch(async error => {
        await uploads.abort(id, key);
        throw error;
      });
      return xmlDocument('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id });
    },

    async putPart(call: Admitted, check: (written: Written) => void): Promise<Written> {
      const number = partNumberOf(call.request);
      const pieces = (most: number) => parts.bodyOf(call, most);
      return uploads.putPart(idOf(call), keyOf(call), call.grant.prefix, { number, pieces, check });
    },

    async list(call: Admitted): Promise<string> {
      const [id, key] = [idOf(call), keyOf(call)];
      const list = await uploads.list(id, key);
      return xmlDocument('ListPartsResult', {
        Bucket: bucket,
        Key: key,
        UploadId: id,
        IsTruncated: 'false',
        Part: list.map(({ number, size, etag }) => ({
          PartNumber: String(number),
          ETag: etag,
          Size: String(size),
        })),
      });
    },

    async complete(call: Admitted, reply: FastifyReply): Promise<string> {
      const key = keyOf(call);
      const named = readPartList(await textOf(call));
      const etag = await uploads.complete(idOf(call), key, named, ({ pieces, ...plan }) =>
        parts.receive(call, pieces, plan),
      );
      reply.header('etag', etag);
      return xmlDocument('CompleteMultipartUploadResult', { Bucket: bucket, Key: key, ETag: etag });
    },

    async abort(call: Admitted): Promise<void> {
      await uploads.abort(idOf(call), keyOf(call));
    },
  };
}

function partNumberOf(request: FastifyRequest): number {
  const text = queryOf(request).get('partNumber') ?? '';
  const number = Number(text);
  if (/^[1-9]\d*$/.test(text) && number <= highestNumber) return number;
  throw new OssError(
    400,
    'InvalidArgument',
    `Part number must be an integer between 1 and ${highestNumber}.`,
  );
}

async function textOf(call: Admitted): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(call)) {
    if (call.running.come > uploadLimits.partList) throw new TooManyBytes();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
