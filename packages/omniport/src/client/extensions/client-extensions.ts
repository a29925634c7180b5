import type { RpcNotification, RpcParams } from '../../jsonrpc/messages/messages.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { ClientExtension, ResultType } from './client-extension.js'

/** All extensions of one client, merged. */
export class ClientExtensions {
  /** By `resultType`. */
  readonly resultTypes: ReadonlyMap<string, ResultType>
  /** The parameter that `Mcp-Name` repeats, by method. */
  readonly nameParams: ReadonlyMap<string, string>
  readonly #all: readonly (readonly [string, ClientExtension])[]
  readonly #listeners: ReadonlyMap<string, readonly Listener[]>
  readonly #report: (reason: unknown) => void

  /** `extensions` were checked. @throws TypeError for names that collide with another extension or the protocol. */
  constructor(extensions: Readonly<Record<string, ClientExtension>>, report: (reason: unknown) => void) {
    const all = Object.entries(extensions)
    const listeners = new Map<string, Listener[]>()
    for (const [, extension] of all) {
      for (const [method, listen] of Object.entries(extension.notifications ?? {})) {
        listeners.set(method, [...(listeners.get(method) ?? []), { extension, listen }])
      }
    }
    this.#all = all
    this.resultTypes = collect(
      'resultType',
      protocolResultTypes,
      all.map(([id, { resultTypes = {} }]) => [id, resultTypes]),
    )
    this.nameParams = collect(
      'Mcp-Name of',
      new Set(),
      all.map(([id, { nameParams = {} }]) => [id, nameParams]),
    )
    this.#listeners = listeners
    this.#report = report
  }

  /** Gives the settings to declare to a server of `revision`, by identifier; undefined: none. */
  declared(revision: Revision): Readonly<Record<string, unknown>> | undefined {
    const offered = this.#all.filter(([, extension]) => isOffered(extension, revision))
    return offered.length === 0
      ? undefined
      : Object.fromEntries(offered.map(([id, { settings = {} }]) => [id, settings]))
  }

  /** Calls the listeners of a notification. Never throws. */
  notify({ method, params = {} }: RpcNotification, revision: Revision): void {
    for (const { extension, listen } of this.#listeners.get(method) ?? []) {
      if (!isOffered(extension, revision)) continue
      try {
        listen(params)
      } catch (reason) {
        this.#report(reason)
      }
    }
  }
}

interface Listener {
  readonly extension: ClientExtension
  readonly listen: (params: RpcParams) => void
}

/** spec: basic/versioning#extension-negotiation */
function isOffered({ revisions }: ClientExtension, revision: Revision): boolean {
  return revisions?.includes(revision) ?? true
}

/** spec: basic/index#resulttype */
const protocolResultTypes: ReadonlySet<string> = new Set(['complete', 'input_required'])

/** Merges the members of several extensions by name. @throws TypeError for a name that occurs twice or is taken. */
function collect<T>(
  kind: string,
  taken: ReadonlySet<string>,
  given: readonly (readonly [string, Readonly<Record<string, T>>])[],
): ReadonlyMap<string, T> {
  const all = new Map<string, T>()
  for (const [id, members] of given) {
    for (const [name, member] of Object.entries(members)) {
      if (taken.has(name)) throw new TypeError(`The extension "${id}": ${kind} "${name}" is the protocol's own`)
      if (all.has(name)) throw new TypeError(`The extension "${id}": ${kind} "${name}" belongs to another extension`)
      all.set(name, member)
    }
  }
  return all
}
