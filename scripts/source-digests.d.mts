/** A source, as it was when it was built. */
export interface SourceDigest {
  readonly size: number
  readonly mtimeMs: number
  readonly digest: string
}

export function readSources(root: string): Readonly<Record<string, SourceDigest>>

export function forgetDigests(root: string): void

export function writeDigests(root: string, sources: Readonly<Record<string, SourceDigest>>): void

export function isBuilt(root: string): boolean

export function findChangedSources(root: string): readonly string[] | undefined
