import type { SourceFile } from '../test/support/source-files.js'

/** The tests of the whole that show the faults of a layer first, by layer. */
export const wholeTests: Readonly<Record<string, readonly string[]>>
/** The tests of the whole that another package has, by package. */
export const packageTests: Readonly<Record<string, readonly string[]>>
/** The layers of the library, in their order. */
export const layers: readonly string[]
/** The tests that a change of files concerns, as arguments of vitest. */
export function relatedTests(changed: readonly string[], sources?: readonly SourceFile[]): readonly string[]
