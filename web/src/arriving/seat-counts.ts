/** How many can sit at a table. */
export const SEATS = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
