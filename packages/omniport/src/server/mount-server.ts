import type { DefinedServer } from './defined-server.js'
import type { DefinitionOptions } from './definitions/definition-options.js'
import type { DefinitionRegistry } from './definitions/definition-registry.js'
import type { Entry } from './definitions/entry.js'
import type { ServerServices } from './server-services.js'

/**
 * Adds the definitions of `other` to `server`, now and in future: tools and prompts under `prefix_name`, resources
 * under their own URIs. A name or URI that `server` uses itself later stays its own. Extensions are not added, since
 * they belong to a server.
 * @throws TypeError naming what is there already, or when `server` would come to hold itself; then nothing was added.
 */
export function mountServer(server: DefinedServer, prefix: string, other: DefinedServer): void {
  if (server === other) throw new TypeError('mount: a server cannot be mounted on itself')
  if (holds(other, server)) throw new TypeError('mount: the server is mounted on the other already')
  if (typeof prefix !== 'string' || prefix === '')
    throw new TypeError('mount: the prefix must be a string that is not empty')
  const rename = (name: string) => `${prefix}_${name}`
  assertFree(server.tools, other.tools, { rename, kind: 'tool' })
  assertFree(server.prompts, other.prompts, { rename, kind: 'prompt' })
  assertFree(server.resources, other.resources, { rename, kind: 'resource' })
  mounted.set(server, [...(mounted.get(server) ?? []), other])
  const servicesOf = createServicesLookup(other.tools.services)
  mirror(server.tools, other.tools, { rename, servicesOf })
  mirror(server.prompts, other.prompts, { rename, servicesOf })
  mirror(server.resources, other.resources, { rename, servicesOf })
}

/** The servers that are mounted directly on a server. */
const mounted = new WeakMap<DefinedServer, readonly DefinedServer[]>()

function holds(server: DefinedServer, wanted: DefinedServer): boolean {
  return (mounted.get(server) ?? []).some((child) => child === wanted || holds(child, wanted))
}

type Rename = (name: string) => string

interface Naming {
  readonly rename: Rename
  readonly kind: string
}

function assertFree<D extends DefinitionOptions, E extends Entry & { readonly definition: D }>(
  mine: DefinitionRegistry<D, E>,
  theirs: DefinitionRegistry<D, E>,
  { rename, kind }: Naming,
): void {
  for (const { name, definition } of theirs.entries()) {
    if (mine.has(rename(name))) throw new TypeError(`mount: there is a ${kind} "${rename(name)}" already`)
    const conflict = mine.conflict(rename(name), definition)
    if (conflict !== undefined) throw new TypeError(`mount: ${conflict}`)
  }
}

/**
 * Gives the services of a mounted definition: those of its server, with the middleware of both servers where its server
 * is mounted in turn, so that no middleware is bypassed.
 */
function createServicesLookup(own: ServerServices): (services: ServerServices) => ServerServices {
  const mountedServices = new Map([[own, own]])
  return (services) => {
    const mapped = mountedServices.get(services) ?? {
      ...services,
      middleware: () => [...own.middleware(), ...services.middleware()],
    }
    mountedServices.set(services, mapped)
    return mapped
  }
}

interface Mirroring {
  readonly rename: Rename
  readonly servicesOf: (services: ServerServices) => ServerServices
}

function mirror<D extends DefinitionOptions, E extends Entry & { readonly definition: D }>(
  mine: DefinitionRegistry<D, E>,
  theirs: DefinitionRegistry<D, E>,
  { rename, servicesOf }: Mirroring,
): void {
  const mirrored = new Map<string, E>()
  const addMirrored = ({ name, definition, services }: E) => {
    mirrored.set(name, mine.setFrom(rename(name), definition, servicesOf(services)))
  }
  if (theirs.isDeclared) mine.declare()
  for (const entry of theirs.entries()) addMirrored(entry)
  theirs.onChange((name, entry) => {
    const isMirrored = mine.get(rename(name)) === mirrored.get(name)
    mirrored.delete(name)
    if (!isMirrored) return
    if (entry === undefined) mine.delete(rename(name))
    else if (mine.conflict(rename(name), entry.definition) === undefined) addMirrored(entry)
  })
}
