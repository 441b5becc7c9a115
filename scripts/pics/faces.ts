/**
 * Checks that people still look like themselves in every template: `npm run bench -- faces`. Draws the test portrait,
 * with light and with dark skin, in each template at half size. Prints for each template: how much of the brightness
 * difference between both faces remains (1: all of it), each face's brightness (1: as in the photo), the percentage of
 * overexposed face pixels, and the face's similarity to the photo and to the most similar drawn person. Exits with 1 if
 * a limit is exceeded.
 */
import { artVersion } from '../../server/generator/art-version.ts';
import { templates } from '../../server/generator/templates.ts';
import { likeness } from '../../server/generator/vision/embed-face.ts';
import { findFaces } from '../../server/generator/vision/find-subjects.ts';
import { shippedDrawing } from '../../server/templates/catalogue.ts';
import { measureFace, portraitWithSkin } from '../../tests/server/generator/face-of.ts';
import { inPhoto, measureKept } from '../../tests/server/generator/small-pics.ts';
import { median } from '../bench/median.ts';
import { readOptions } from '../options.mjs';

readOptions({});

const bounds = {
  ratio: 0.08,
  darkest: 0.9,
  brightest: 1.15,
  burnt: 0.005,
  likeness: 0.62,
  median: 0.88,
  posterMedian: 0.7,
  photoMedian: 0.95,
};
const dark = await inPhoto(await portraitWithSkin(0.66));
const light = await inPhoto(await portraitWithSkin(1));
const others: Float32Array[] = [];
const likenesses: Record<'photo' | 'poster' | 'other', number[]> = { photo: [], poster: [], other: [] };
let broken = 0;
for (const { id, technique } of templates) {
  // These templates' drawings show the test portrait itself, so a comparison says nothing.
  if (technique === 'photo') continue;
  const drawing = await shippedDrawing(id, artVersion);
  const count = drawing ? await findFaces(drawing) : 0;
  if (count === 1) others.push((await measureFace(drawing!)).identity);
  else {
    broken++;
    console.warn(`${String(id).padStart(2)}  ${count} faces in its drawing  BROKEN`);
  }
}
console.warn(`${others.length} other faces`);

for (const { id, technique, layout } of templates) {
  const kept = await measureKept(dark, light, id).catch(() => null);
  if (!kept) {
    broken++;
    console.warn(`${String(id).padStart(2)}  no face is found  ${technique} ${layout}  BROKEN`);
    continue;
  }
  const { ratio, burnt } = kept;
  const own = Math.min(kept.likeness.dark, kept.likeness.light);
  const bright = [kept.dark.brightness / dark.face.brightness, kept.light.brightness / light.face.brightness];
  likenesses[technique === 'photo' || technique === 'poster' ? technique : 'other'].push(own);
  const nearest = Math.max(...others.map(other => likeness(kept.light.identity, other)));
  const isKept =
    kept.dark.count === 1 &&
    kept.light.count === 1 &&
    Math.abs(ratio - 1) <= bounds.ratio &&
    Math.min(...bright) >= bounds.darkest &&
    Math.max(...bright) <= bounds.brightest &&
    burnt <= bounds.burnt &&
    own >= bounds.likeness &&
    own > nearest;
  if (!isKept) broken++;

  const numbers = [ratio, ...bright, burnt * 100, own, nearest].map(value => value.toFixed(2)).join('  ');
  console.warn(`${String(id).padStart(2)}  ${numbers}  ${technique} ${layout}${isKept ? '' : '  BROKEN'}`);
}
console.warn(`${broken} of ${templates.length} templates break a bound`);
const [photos, posters, drawn] = [
  median(likenesses.photo),
  median(likenesses.poster),
  median(likenesses.other),
];
console.warn(
  `median of the likeness: photographs ${photos.toFixed(2)}, posters ${posters.toFixed(2)}, others ${drawn.toFixed(2)}`,
);
const isLike = photos >= bounds.photoMedian && posters >= bounds.posterMedian && drawn >= bounds.median;
process.exit(broken === 0 && isLike ? 0 : 1);
