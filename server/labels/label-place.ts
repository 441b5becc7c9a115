import type { Box } from '../generator/generator.ts';

/** Width and height, px. */
interface Size {
  width: number;
  height: number;
}

/** Where a label goes: the first corner in which it covers no face, from the lower right one; else where it covers least. */
export function labelPlace(
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
