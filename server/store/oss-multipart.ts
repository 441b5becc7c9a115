import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MultipartUploads } from './multipart-uploads.ts';
import { type Pieces, TooManyBytes, type Written } from './object-file.ts';
import { objectKeyOf, queryOf } from './oss-authorize.ts';
import { readPartList, xmlDocument } from './oss-documents.ts';
import { OssError } from './oss-error.ts';
import { uploadLimits } from './upload-limits.ts';

/** What the calls of uploads in parts stand on. */
export interface MultipartParts {
  uploads: MultipartUploads;
  bucket: string;
  /** The bytes of a request as they come, `most` at most. */
  bodyOf(request: FastifyRequest, most: number): Pieces;
  /** The prefix below which the caller may write. */
  prefixOf(request: FastifyRequest): string;
  /** Throws where the caller's session has ended. */
  requireSession(request: FastifyRequest): Promise<void>;
  /** Gives an object its bytes, unless the caller's session ends meanwhile. */
  receive(
    request: FastifyRequest,
    key: string,
    pieces: Pieces,
    plan: { type: string; etag: string },
  ): Promise<unknown>;
}

const highestNumber = 10_000;

/** The calls of uploads in parts, each for a request whose credentials were found good. */
export function multipartCalls(parts: MultipartParts) {
  const { uploads, bucket } = parts;
  const idOf = (request: FastifyRequest) => queryOf(request).get('uploadId') ?? '';

  return {
    async initiate(request: FastifyRequest, type: string): Promise<string> {
      const key = objectKeyOf(request);
      const id = await uploads.initiate(parts.prefixOf(request), { key, type });
      await parts.requireSession(request).catch(async error => {
        await uploads.abort(id, key);
        throw error;
      });
      return xmlDocument('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id });
    },

    async putPart(request: FastifyRequest, check: (written: Written) => void): Promise<Written> {
      const number = partNumberOf(request);
      const pieces = (most: number) => parts.bodyOf(request, most);
      const prefix = parts.prefixOf(request);
      return uploads.putPart(idOf(request), objectKeyOf(request), prefix, { number, pieces, check });
    },

    async list(request: FastifyRequest): Promise<string> {
      const [id, key] = [idOf(request), objectKeyOf(request)];
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

    async complete(request: FastifyRequest, reply: FastifyReply): Promise<string> {
      const key = objectKeyOf(request);
      const named = readPartList(await textOf(request));
      const etag = await uploads.complete(idOf(request), key, named, ({ pieces, ...plan }) =>
        parts.receive(request, key, pieces, plan),
      );
      reply.header('etag', etag);
      return xmlDocument('CompleteMultipartUploadResult', { Bucket: bucket, Key: key, ETag: etag });
    },

    async abort(request: FastifyRequest): Promise<void> {
      await uploads.abort(idOf(request), objectKeyOf(request));
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

async function textOf({ body }: FastifyRequest): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const coming = (body ?? []) as AsyncIterable<Uint8Array>;
  for await (const piece of coming) {
    size += piece.length;
    if (size > uploadLimits.partList) throw new TooManyBytes();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
