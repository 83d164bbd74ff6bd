/** Every nth call; 1 is all of them. */
export const every = Math.max(1, Number(process.env['BERTH_CRASH_EVERY'] ?? 1));
