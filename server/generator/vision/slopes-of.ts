import type { FaceMesh } from './mesh-face.ts';

export type Surface = Pick<FaceMesh, 'points' | 'depths'>;

/** Change of a surface's depth per pixel, to the right and down. */
export interface Slope {
  x: number;
  y: number;
}

/** Radius of a point's neighbourhood, as a fraction of the mesh's width. */
const NEAR = 0.16;

/** The slope at each point: that of a plane fitted through the neighbouring points. */
export function slopesOf({ points, depths }: Surface): Slope[] {
  const xs = points.map(({ x }) => x);
  const near = (Math.max(...xs) - Math.min(...xs)) * NEAR;

  return points.map(own => {
    const rows: [number, number, number][] = [];
    for (const [other, { x, y }] of points.entries()) {
      if (Math.hypot(x - own.x, y - own.y) < near) rows.push([x - own.x, y - own.y, depths[other]!]);
    }
    return fitPlane(rows, 1e-3);
  });
}

/**
 * Fits the plane z = a x + b y + c to points and returns its slopes. `least` regularises the fit: with too few points,
 * the plane stays level.
 */
export function fitPlane(rows: [number, number, number][], least: number): Slope {
  const mean = [0, 1, 2].map(
    part => rows.reduce((sum, row) => sum + row[part]!, 0) / Math.max(1, rows.length),
  );
  let [xx, xy, yy, xz, yz] = [least, 0, least, 0, 0];
  for (const [x, y, z] of rows) {
    const [dx, dy, dz] = [x - mean[0]!, y - mean[1]!, z - mean[2]!];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
    xz += dx * dz;
    yz += dy * dz;
  }
  const determinant = xx * yy - xy * xy;
  return { x: (xz * yy - yz * xy) / determinant, y: (yz * xx - xz * xy) / determinant };
}
