import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readNothingForHead } from '../../../../server/http/limits/read-nothing-for-head.ts';

test('a HEAD request has the headers of the GET, and its stream is closed before anything is read', async () => {
  const app = Fastify();
  readNothingForHead(app);
  const streams: { stream: Readable; read: number }[] = [];
  app.get('/', (_request, reply) => {
    const opened = { read: 0, stream: Readable.from([]) };
    async function* pieces() {
      opened.read += 1;
      yield 'a piece';
    }
    opened.stream = Readable.from(pieces());
    streams.push(opened);
    return reply.header('content-length', 7).send(opened.stream);
  });
  const head = await app.inject({ method: 'HEAD', url: '/' });
  const get = await app.inject('/');
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '7', '']);
  expect([get.statusCode, get.headers['content-length'], get.body]).toEqual([200, '7', 'a piece']);
  expect(streams.map(({ read, stream }) => [read, stream.destroyed])).toEqual([
    [0, true],
    [1, true],
  ]);
});
