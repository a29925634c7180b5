export function withSwitches(text: string, folder: string): string

export function toMutantMark(id: string): string

export function toReachMark(name: string): string
