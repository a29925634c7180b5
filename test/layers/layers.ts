import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from '../support/root.js'

/** A folder of the library that is a TypeScript project of its own. */
export interface Layer {
  /** Below `packages/omniport/src`: `transport/stdio`. */
  readonly name: string
  /** From the root of the repository. */
  readonly folder: string
  /** Layers it may import. */
  readonly references: readonly string[]
  /** Whether it sees no types of Node. */
  readonly isPortable: boolean
}

const library = 'packages/omniport'

/** The layers in their order, lowest first, as `packages/omniport/tsconfig.json` references them. */
export function layers(): readonly Layer[] {
  return referencesOf(library).map((folder) => ({
    name: nameOf(folder),
    folder,
    references: referencesOf(folder).map(nameOf),
    isPortable: typesOf(folder).length === 0,
  }))
}

/** The layer that a file belongs to: the innermost folder wins. */
export function layerOf(path: string, all: readonly Layer[]): Layer | undefined {
  return all.filter(({ folder }) => path.startsWith(`${folder}/`)).sort((a, b) => b.folder.length - a.folder.length)[0]
}

function nameOf(folder: string): string {
  return posix.relative(`${library}/src`, folder)
}

function referencesOf(folder: string): readonly string[] {
  const { references = [] } = readProject(folder)
  return references.map(({ path }) => posix.join(folder, path))
}

function typesOf(folder: string): readonly string[] {
  return readProject(folder).compilerOptions?.types ?? baseTypes
}

interface Project {
  readonly references?: readonly { readonly path: string }[]
  readonly compilerOptions?: { readonly types?: readonly string[] }
}

function readProject(folder: string, file = 'tsconfig.json'): Project {
  return JSON.parse(readFileSync(join(root, folder, file), 'utf8')) as Project
}

const baseTypes = readProject('.', 'tsconfig.base.json').compilerOptions?.types ?? ['*']
