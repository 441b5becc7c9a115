/**
 * The ids in the order of the grid. In its three columns no two neighbours share a layout; moving an id here changes
 * nothing but its place.
 */
export const templateOrder: readonly number[] = [
  74, 83, 75, 61, 8, 69, 26, 11, 4, 5, 63, 1, 58, 56, 40, 19, 28, 18, 84, 76, 79, 77, 78, 80, 23, 50, 57, 24,
  33, 62, 53, 44, 55, 34, 9, 70, 13, 3, 10, 14, 41, 68, 81, 73, 82, 31, 37, 35, 66, 32, 36, 46, 12, 2, 16, 29,
  20, 51, 6, 59, 71, 64, 17, 42, 30, 21, 45, 38, 15, 72, 39, 48, 43, 65, 47, 54, 52, 67, 25, 60, 22, 27, 49,
  7,
];
