export function shuffle<T>(list: readonly T[], seed: number): T[]
