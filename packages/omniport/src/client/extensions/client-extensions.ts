import type { RpcNotification, RpcParams } from '../../jsonrpc/messages/messages.js'
import type { ClientExtension, ResultType } from './client-extension.js'

/** All extensions of one client, merged. */
export class ClientExtensions {
  /** The settings that the client declares, by identifier. */
  readonly settings: Readonly<Record<string, unknown>>
  /** By `resultType`. */
  readonly resultTypes: ReadonlyMap<string, ResultType>
  /** The parameter that `Mcp-Name` repeats, by method. */
  readonly nameParams: ReadonlyMap<string, string>
  readonly #listeners: ReadonlyMap<string, readonly ((params: RpcParams) => void)[]>
  readonly #report: (reason: unknown) => void

  /** `extensions` were checked. @throws TypeError for names that collide with another extension or the protocol. */
  constructor(extensions: Readonly<Record<string, ClientExtension>>, report: (reason: unknown) => void) {
    const all = Object.entries(extensions)
    const listeners = new Map<string, ((params: RpcParams) => void)[]>()
    for (const [, { notifications = {} }] of all) {
      for (const [method, listener] of Object.entries(notifications)) {
        listeners.set(method, [...(listeners.get(method) ?? []), listener])
      }
    }
    this.settings = Object.fromEntries(all.map(([id, { settings = {} }]) => [id, settings]))
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

  /** Calls the listeners of a notification. Never throws. */
  notify({ method, params = {} }: RpcNotification): void {
    for (const listener of this.#listeners.get(method) ?? []) {
      try {
        listener(params)
      } catch (reason) {
        this.#report(reason)
      }
    }
  }
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
