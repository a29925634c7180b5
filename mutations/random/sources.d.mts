export function sourceFiles(root: string): string[]

export function layerOf(file: string): string
