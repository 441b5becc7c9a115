import sharp, { type Sharp } from 'sharp';
import { drawSitter } from '../../server/generator/sitters/draw-sitter.ts';
import { sitterOf } from '../../server/generator/sitters/sitter-of.ts';

/** A test photo as a JPEG. `name` says who is in the photo and how it was changed. */
export interface SetPhoto {
  name: string;
  bytes: Uint8Array;
}

/** Ids of the drawn people in the set, besides NASA's portrait. */
const sitters = [1, 2];

/** Changes that imitate common faults of users' photos. */
const changes: Record<string, (photo: Sharp, size: { width: number; height: number }) => Sharp> = {
  'as it is': photo => photo,
  soft: photo => photo.blur(2),
  blurred: photo => photo.blur(5),
  dim: photo => photo.linear(0.5, 0),
  dark: photo => photo.linear(0.2, 0),
  'burnt out': photo => photo.linear(0.2, 210),
  'black and white': photo => photo.greyscale(),
  'held at 22°': photo => photo.rotate(22, { background: '#887f78' }),
  'held at 32°': photo => photo.rotate(32, { background: '#887f78' }),
  'far away': (photo, { width, height }) =>
    photo.extend({
      ...{ top: height, bottom: height, left: width * 2, right: width * 2 },
      background: '#99a0a6',
    }),
  tiny: photo => photo.resize(120),
};

/** Makes photos for comparing the coach with the server. Each call makes the same photos. */
export async function makePhotoSet(): Promise<SetPhoto[]> {
  const people = [await sharp('tests/testdata/astronaut.png').png().toBuffer(), ...(await drawn())];
  const changed = people.flatMap((person, place) =>
    Object.entries(changes).map(async ([name, change]) => {
      const { width, height } = await sharp(person).metadata();
      return {
        name: `person ${place}, ${name}`,
        bytes: await jpeg(change(sharp(person), { width, height })),
      };
    }),
  );
  const pairs = people.slice(1).map(async (person, place) => ({
    name: `persons ${place} and ${place + 1}`,
    bytes: await sideBySide(people[place]!, person),
  }));
  return Promise.all([...changed, ...pairs, ...facelessPhotos()]);
}

const drawn = () =>
  Promise.all(
    sitters.map(id =>
      sharp(Buffer.from(drawSitter(sitterOf(id), id, 0.4)))
        .flatten({ background: '#b8b4ae' })
        .png()
        .toBuffer(),
    ),
  );

function facelessPhotos(): Promise<SetPhoto>[] {
  const size = { width: 600, height: 800, channels: 3 as const };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const pictures = {
    'a wall': sharp({ create: { ...size, background: '#c0a080' } }),
    noise: sharp({ create: { ...size, background: '#808080', noise } }),
    'a landscape': sharp(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="#9cc3e6"/>' +
          '<path d="M0 420L250 180 420 380 600 240 900 450V600H0Z" fill="#47624f"/><circle cx="700" cy="120" r="50" fill="#ffe9a8"/></svg>',
      ),
    ),
  };
  return Object.entries(pictures).map(async ([name, picture]) => ({ name, bytes: await jpeg(picture) }));
}

async function sideBySide(left: Buffer, right: Buffer): Promise<Uint8Array> {
  const side = 512;
  const [one, other] = await Promise.all(
    [left, right].map(picture => sharp(picture).resize(side, side).png().toBuffer()),
  );
  return jpeg(
    sharp({ create: { width: side * 2, height: side, channels: 3, background: '#888888' } }).composite([
      { input: one!, left: 0, top: 0 },
      { input: other!, left: side, top: 0 },
    ]),
  );
}

const jpeg = async (picture: Sharp) => new Uint8Array(await picture.jpeg({ quality: 88 }).toBuffer());
