import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import { KeyedMutex } from '../../async/waiting/keyed-mutex.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { mustBe } from '../../values/options/check-options.js'
import { truncate } from '../../values/text/truncate.js'
import type { HostTool } from '../catalogue/host-tool.js'
import { comparePins } from './compare-pins.js'
import type { LockStore, Pin, PinChange } from './pin.js'
import type { PinReport } from './pin-report.js'
import type { Finding } from './scan/finding.js'
import { scanTool } from './scan/scan-tool.js'
import { type ComparedListing, ServerView, toTool } from './server-view.js'

export interface PinsOptions {
  readonly store: LockStore
  readonly onChanged: 'block' | 'allow'
  /** Yields to other tasks between batches of scans. */
  readonly runtime?: Pick<Runtime, 'defer'> | undefined
  /** Called with each approved change before it is stored; if it rejects, `approve` rejects too. */
  readonly onApprove?: ((change: PinChange) => Promise<void>) | undefined
}

/**
 * Trust on first use: a new tool is pinned, and a changed one is blocked until it is approved. Removed tools keep their pins,
 * so they cannot return with another definition.
 *
 * If the store rejects, so do all methods; nothing is allowed then, and nothing counts as reported.
 */
export class Pins {
  readonly #options: PinsOptions
  readonly #servers = new Map<string, ServerView>()
  /** The last of those who wait for their turn with a server. */
  readonly #mutex = new KeyedMutex()
  readonly #findings = new WeakMap<HostTool, readonly Finding[]>()

  constructor(options: PinsOptions) {
    this.#options = options
  }

  /** The changes of blocked tools, by server, then in listed order. */
  get changed(): readonly PinChange[] {
    return [...this.#servers.values()].flatMap(({ blocked }) => [...blocked.values()])
  }

  /**
   * Compares all tools of a server with its pins, and pins new ones. Listings of one server are checked one at a time.
   *
   * Rejects with OmniportError `limit` if the server has more tools than can be pinned.
   */
  check(server: string, tools: readonly HostTool[]): Promise<PinReport> {
    return this.#mutex.run(server, undefined, async () => {
      const listing = await this.#pin(server, tools)
      const view = this.#viewOf(server)
      const { first, changed } = listing.compared
      await this.#scan([...first, ...changed.filter((tool) => !view.isReported(tool))])
      return view.record(listing)
    })
  }

  /**
   * Pins the last listed definition of a tool, or removes the pin of a removed tool; without `tool`, for all blocked tools.
   * With `definition`, only if that is the current one. Returns the approved changes.
   *
   * Rejects with TypeError for a definition without a tool, with OmniportError `not_found` for a tool that is neither listed
   * nor pinned, and `denied` if its definition is not `definition`.
   */
  approve(server: string, tool?: string, definition?: string): Promise<readonly PinChange[]> {
    return this.#mutex.run(server, undefined, async () => {
      if (tool === undefined && definition !== undefined) throw mustBe('approveTool: tool', 'its name', tool)
      const view = this.#viewOf(server)
      const names = tool === undefined ? [...view.blocked.keys()] : [tool]
      if (tool !== undefined && definition !== undefined && view.current(tool)?.definition !== definition)
        throw new OmniportError(
          'denied',
          `${quoteName(tool)} of "${server}" has changed again since the definition that was approved`,
        )
      const changes = await this.#exclusively(() => this.#approve(server, names))
      view.recordApprovals(names)
      return changes
    })
  }

  /** Removes the pins of a server; its next listing counts as the first. */
  forgetServer(server: string): Promise<void> {
    return this.#mutex.run(server, undefined, async () => {
      await this.#exclusively(() => this.#options.store.write(server, new Map()))
      this.#servers.delete(server)
    })
  }

  /** Drops everything about a removed server except its pins. */
  release(server: string): Promise<void> {
    return this.#mutex.run(server, undefined, async () => void this.#servers.delete(server))
  }

  /** Drops the last listing of a server whose settings changed: none of it can be approved any more. */
  forgetListing(server: string): Promise<void> {
    return this.#mutex.run(server, undefined, async () => this.#servers.get(server)?.forgetListing())
  }

  /** Scans a definition, once. */
  findings(tool: HostTool): readonly Finding[] {
    const cached = this.#findings.get(tool)
    if (cached !== undefined) return cached
    const findings = scanTool(toTool(tool))
    this.#findings.set(tool, findings)
    return findings
  }

  async #pin(server: string, tools: readonly HostTool[]): Promise<ComparedListing> {
    const update = this.#compare(tools, await this.#read(server))
    if (update.pins === undefined) return update.listing
    return this.#exclusively(async () => {
      // Another process may have pinned or approved something since.
      const { listing, pins } = this.#compare(tools, await this.#read(server))
      if (pins !== undefined) await this.#write(server, pins)
      return listing
    })
  }

  #compare(tools: readonly HostTool[], pinned: ReadonlyMap<string, Pin> | undefined): PinUpdate {
    const compared = comparePins(tools, pinned ?? new Map())
    const isBlocking = this.#options.onChanged === 'block'
    const pinnable = [...compared.first, ...(isBlocking ? [] : compared.changed)]
    const pins = new Map([
      ...(pinned ?? []),
      ...pinnable.map(({ tool, definition }) => [tool, { definition }] as const),
    ])
    return {
      listing: { compared, isFirst: pinned === undefined, isBlocking },
      pins: pinnable.length === 0 ? undefined : pins,
    }
  }

  async #approve(server: string, names: readonly string[]): Promise<readonly PinChange[]> {
    const view = this.#viewOf(server)
    const pins = new Map(await this.#read(server))
    const changes: PinChange[] = []
    for (const name of names) {
      const current = view.current(name)
      if (current === undefined && !pins.has(name))
        throw new OmniportError('not_found', `"${server}" neither lists nor pins the tool ${quoteName(name)}`)
      const change = view.differenceOf(name, pins.get(name))
      if (change === undefined) continue
      changes.push(change)
      if (current === undefined) pins.delete(name)
      else pins.set(name, { definition: current.definition })
    }
    if (changes.length === 0) return changes
    for (const change of changes) await this.#options.onApprove?.(change)
    await this.#write(server, pins)
    return changes
  }

  async #scan(tools: readonly HostTool[]): Promise<void> {
    const runtime = this.#options.runtime ?? defaultRuntime
    let tokens = 0
    for (const tool of tools) {
      this.findings(tool)
      tokens += tool.tokens
      if (tokens < tokensPerBatch) continue
      tokens = 0
      await new Promise<void>((resolve) => runtime.defer(resolve))
    }
  }

  #viewOf(server: string): ServerView {
    const view = this.#servers.get(server) ?? new ServerView(server, (tool) => this.findings(tool))
    this.#servers.set(server, view)
    return view
  }

  async #read(server: string): Promise<ReadonlyMap<string, Pin> | undefined> {
    return (await this.#options.store.read()).get(server)
  }

  async #write(server: string, pins: ReadonlyMap<string, Pin>): Promise<void> {
    let characters = 0
    for (const name of pins.keys()) characters += name.length
    if (pins.size > maxPins) throw tooMany(server, `${maxPins} tools`)
    if (characters > maxNameCharacters) throw tooMany(server, `${maxNameCharacters} characters of names of tools`)
    await this.#options.store.write(server, pins)
  }

  #exclusively<T>(fn: () => Promise<T>): Promise<T> {
    const { store } = this.#options
    return store.exclusive === undefined ? fn() : store.exclusive(fn)
  }
}

interface PinUpdate {
  readonly listing: ComparedListing
  /** The pins to write; undefined if they are unchanged. */
  readonly pins: ReadonlyMap<string, Pin> | undefined
}

/** Limit of pins per server, removed tools included. */
const maxPins = 10_000
const maxNameCharacters = 1024 * 1024

/** The size of a batch of scans, which takes some milliseconds. */
const tokensPerBatch = 16_384

function tooMany(server: string, what: string): OmniportError {
  const message = `"${server}" has had more than ${what}, the most that can be pinned; delete its pins to start again`
  return new OmniportError('limit', message)
}

function quoteName(tool: string): string {
  return JSON.stringify(truncate(tool))
}
