import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DiskStore } from './disk-store.ts';
import { etagOfParts, type Part, type UploadPlan } from './multipart-uploads.ts';
import { type Pieces, TooManyBytes, type Written } from './object-file.ts';
import { objectKeyOf, queryOf } from './oss-authorize.ts';
import { readPartList, xmlDocument } from './oss-documents.ts';
import { OssError } from './oss-error.ts';

/** What the calls of uploads in parts stand on; `maxBytes` bounds one object. */
export interface MultipartParts {
  store: DiskStore;
  bucket: string;
  maxBytes: number;
  /** The bytes of a request as they come. */
  bodyOf(request: FastifyRequest): Pieces;
  /** Gives an object its bytes, unless the caller's session ends meanwhile. */
  receive(
    request: FastifyRequest,
    key: string,
    pieces: Pieces,
    plan: { type: string; etag: string },
  ): Promise<unknown>;
}

/** Bytes; the list of 10,000 parts. */
const longestPartList = 1024 * 1024;
const mostParts = 10_000;

/** The calls of uploads in parts, each for a request whose credentials were found good. */
export function multipartCalls({ store, bucket, maxBytes, bodyOf, receive }: MultipartParts) {
  const { uploads } = store;

  async function uploadOf(request: FastifyRequest): Promise<{ id: string; plan: UploadPlan }> {
    const id = queryOf(request).get('uploadId') ?? '';
    const plan = await uploads.plan(id);
    if (plan?.key === objectKeyOf(request)) return { id, plan };
    throw new OssError(404, 'NoSuchUpload', 'The specified upload does not exist.');
  }

  async function textOf(request: FastifyRequest): Promise<string> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of bodyOf(request)) {
      size += piece.length;
      if (size > longestPartList) throw new TooManyBytes();
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString();
  }

  return {
    async initiate(request: FastifyRequest): Promise<string> {
      const key = objectKeyOf(request);
      const type = request.headers['content-type'] ?? 'application/octet-stream';
      const id = await uploads.initiate({ key, type });
      return xmlDocument('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id });
    },

    async putPart(request: FastifyRequest): Promise<Written> {
      const { id } = await uploadOf(request);
      const number = Number(queryOf(request).get('partNumber'));
      if (!Number.isInteger(number) || number < 1 || number > mostParts) {
        throw new OssError(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000.');
      }
      const others = (await uploads.parts(id)).filter(part => part.number !== number);
      return uploads.putPart(id, number, bodyOf(request), maxBytes - sizeOf(others));
    },

    async list(request: FastifyRequest): Promise<string> {
      const { id, plan } = await uploadOf(request);
      const parts = await uploads.parts(id);
      return xmlDocument('ListPartsResult', {
        Bucket: bucket,
        Key: plan.key,
        UploadId: id,
        IsTruncated: 'false',
        Part: parts.map(({ number, size, etag }) => ({
          PartNumber: String(number),
          ETag: etag,
          Size: String(size),
        })),
      });
    },

    async complete(request: FastifyRequest, reply: FastifyReply): Promise<string> {
      const { id, plan } = await uploadOf(request);
      const wanted = readPartList(await textOf(request));
      const stored = new Map((await uploads.parts(id)).map(part => [part.number, part]));
      const parts = wanted.map(({ number, etag }) => {
        const part = stored.get(number);
        if (part?.etag === etag) return part;
        throw new OssError(400, 'InvalidPart', 'A specified part could not be found or its ETag differs.');
      });
      const etag = etagOfParts(parts);
      await receive(request, plan.key, uploads.join(id, parts), { type: plan.type, etag });
      await uploads.abort(id);
      reply.header('etag', etag);
      return xmlDocument('CompleteMultipartUploadResult', { Bucket: bucket, Key: plan.key, ETag: etag });
    },

    async abort(request: FastifyRequest): Promise<void> {
      await uploads.abort((await uploadOf(request)).id);
    },
  };
}

function sizeOf(parts: Part[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}
