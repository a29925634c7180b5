import { CapabilityMissing } from '../../protocol/errors/capability-missing.js'
import type { Exchange, Middleware } from '../../protocol/exchange/exchange.js'
import { hasCapabilities } from '../../protocol/input/has-capabilities.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import type { Method } from '../methods.js'
import type { CompiledExtension, ServedFilter, ServedMethod, ServedResultType } from './compiled-extension.js'

interface Part<T> {
  readonly extension: CompiledExtension
  readonly part: T
}

/** The extensions of a server. A client that did not declare one is rejected, or served as if there were no extension. */
export class ExtensionRegistry {
  readonly #extensions = new Map<string, CompiledExtension>()
  readonly #methods = new Map<string, Part<ServedMethod>>()
  readonly #resultTypes = new Map<string, Part<ServedResultType>>()
  readonly #filters = new Map<string, Part<ServedFilter>>()
  readonly #nameParams = new Map<string, string>()

  /** The parameter that the header `Mcp-Name` repeats, by method. The map grows with the extensions. */
  get nameParams(): ReadonlyMap<string, string> {
    return this.#nameParams
  }

  has(id: string): boolean {
    return this.#extensions.has(id)
  }

  /** @throws TypeError naming what another extension has already; then nothing was added. */
  add(extension: CompiledExtension): void {
    const { id, methods, resultTypes, filters } = extension
    assertFree(this.#methods, methods, { id, kind: 'method' })
    assertFree(this.#resultTypes, resultTypes, { id, kind: 'result type' })
    assertFree(this.#filters, filters, { id, kind: 'filter' })
    this.#extensions.set(id, extension)
    for (const [name, part] of methods) this.#methods.set(name, { extension, part })
    for (const [name, part] of resultTypes) this.#resultTypes.set(name, { extension, part })
    for (const [name, part] of filters) this.#filters.set(name, { extension, part })
    for (const [name, { nameParam }] of methods) if (nameParam !== undefined) this.#nameParams.set(name, nameParam)
  }

  /** Gives the extensions to declare to a client of a revision; undefined: none. */
  declared(revision: Revision): Readonly<Record<string, object>> | undefined {
    const offered = [...this.#extensions.values()].filter((extension) => isServed(extension, revision))
    return offered.length === 0 ? undefined : Object.fromEntries(offered.map(({ id, settings }) => [id, settings]))
  }

  /**
   * Gives the method `name` of an extension; undefined if no extension has it in the client's revision.
   * @throws CapabilityMissing naming the extension that a modern client did not declare.
   */
  method(name: string, exchange: Exchange): Method | undefined {
    const found = this.#methods.get(name)
    if (found === undefined || !isServed(found.extension, exchange.revision)) return undefined
    if (isDeclared(found.extension, exchange)) return found.part.serve
    if (isLegacy(exchange.revision)) return undefined
    throw undeclared(found.extension)
  }

  /** Lists the result types that a request of `method` may get. */
  resultTypes(method: string, exchange: Exchange): readonly ServedResultType[] {
    if (this.#resultTypes.size === 0 || isLegacy(exchange.revision)) return []
    const parts = [...this.#resultTypes.values()].filter(({ part }) => part.methods.includes(method))
    return parts.filter(({ extension }) => isUsable(extension, exchange)).map(({ part }) => part)
  }

  /**
   * Gives the filters that a subscription asks for, by member.
   * @throws CapabilityMissing naming the extension that the client did not declare.
   */
  filters(asked: object, exchange: Exchange): ReadonlyMap<string, ServedFilter> {
    const wanted = [...this.#filters].filter(
      ([member, { extension }]) => Object.hasOwn(asked, member) && isServed(extension, exchange.revision),
    )
    for (const [, { extension }] of wanted) if (!isDeclared(extension, exchange)) throw undeclared(extension)
    return new Map(wanted.map(([member, { part }]) => [member, part]))
  }

  /** Lists the middleware around the messages of this client, outermost first. */
  middleware(exchange: Exchange): readonly Middleware[] {
    if (this.#extensions.size === 0) return []
    const wrapping = [...this.#extensions.values()].filter(({ middleware }) => middleware.length > 0)
    return wrapping.filter((extension) => isUsable(extension, exchange)).flatMap(({ middleware }) => middleware)
  }
}

/**
 * True if the client's revision has the extension and the client declared it. spec: basic/versioning#extension-negotiation
 */
function isUsable(extension: CompiledExtension, exchange: Exchange): boolean {
  return isServed(extension, exchange.revision) && isDeclared(extension, exchange)
}

function isServed({ revisions }: CompiledExtension, revision: Revision): boolean {
  return revisions.includes(revision)
}

function isDeclared({ id, isForAll }: CompiledExtension, { client }: Exchange): boolean {
  return isForAll === true || hasCapabilities(client.capabilities, { extensions: { [id]: {} } })
}

function undeclared({ id }: CompiledExtension): CapabilityMissing {
  return new CapabilityMissing({ extensions: { [id]: {} } }, `The client did not declare the extension ${id}`)
}

function assertFree<T>(
  taken: ReadonlyMap<string, Part<T>>,
  added: ReadonlyMap<string, T>,
  { id, kind }: { readonly id: string; readonly kind: string },
): void {
  for (const name of added.keys()) {
    const owner = taken.get(name)?.extension.id
    if (owner !== undefined) throw new TypeError(`extension "${id}": "${owner}" has the ${kind} "${name}" already`)
  }
}
