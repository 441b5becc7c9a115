/**
 * The ids in the order of the grid: photographs, then what unseen people's pictures were best in, costumes last. In its three
 * columns no two drawn neighbours share a layout or a hand; moving an id here changes nothing but its place.
 */
export const templateOrder: readonly number[] = [
  85, 93, 99, 86, 95, 100, 87, 96, 101, 90, 94, 89, 91, 98, 88, 97, 92, 26, 8, 68, 11, 55, 24, 50, 28, 41, 12,
  20, 22, 1, 59, 53, 51, 44, 37, 27, 42, 5, 25, 43, 65, 35, 18, 58, 45, 70, 60, 57, 10, 38, 21, 64, 36, 75,
  17, 40, 66, 83, 52, 79, 72, 4, 3, 56, 74, 61, 32, 23, 71, 84, 34, 82, 16, 78, 62, 13, 76, 14, 29, 81, 48, 7,
  15, 47,
];
