import type { DefinitionRegistry } from './definition-registry.js'
import type { DefinedServer } from './defined-server.js'
import type { DefinitionOptions } from './definitions/definition-options.js'
import type { Entry } from './entry.js'

/**
 * Adds to `server` what `other` has, now and in future: tools and prompts under `prefix_name`, resources too, with their
 * URIs as they are.
 *
 * @throws TypeError naming what is there already; then nothing was added.
 */
export function mountServer(server: DefinedServer, prefix: string, other: DefinedServer): void {
  if (server === other) throw new TypeError('mount: a server cannot be mounted on itself')
  if (typeof prefix !== 'string' || prefix === '') throw new TypeError('mount: the prefix must be a string that is not empty')
  const rename = (name: string) => `${prefix}_${name}`
  assertFree(server.tools, other.tools, rename, 'tool')
  assertFree(server.prompts, other.prompts, rename, 'prompt')
  assertFree(server.resources, other.resources, rename, 'resource')
  const uris = new Set(Array.from(server.resources.entries(), ({ definition }) => definition.uri))
  for (const { definition } of other.resources.entries()) {
    if (uris.has(definition.uri)) throw new TypeError(`mount: there is a resource ${definition.uri} already`)
  }
  mirror(server.tools, other.tools, rename)
  mirror(server.prompts, other.prompts, rename)
  mirror(server.resources, other.resources, rename)
}

type Rename = (name: string) => string

function assertFree(mine: { has(name: string): boolean }, theirs: { keys(): Iterable<string> }, rename: Rename, kind: string): void {
  for (const name of theirs.keys()) {
    if (mine.has(rename(name))) throw new TypeError(`mount: there is a ${kind} "${rename(name)}" already`)
  }
}

function mirror<D extends DefinitionOptions, E extends Entry & { readonly definition: D }>(
  mine: DefinitionRegistry<D, E>,
  theirs: DefinitionRegistry<D, E>,
  rename: Rename,
): void {
  if (theirs.known) mine.declare()
  for (const { name, definition, home } of theirs.entries()) mine.setFrom(rename(name), definition, home)
  theirs.onChange((name, entry) => {
    if (entry === undefined) mine.delete(rename(name))
    else mine.setFrom(rename(name), entry.definition, entry.home)
  })
}
