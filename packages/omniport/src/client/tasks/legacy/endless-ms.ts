/** Longer than anything waits: what ends the wait is something else. */
export const endlessMs = 2 ** 31 - 1
