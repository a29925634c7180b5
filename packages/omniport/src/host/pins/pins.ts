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

/** Where pins are kept, and what a change comes to. */
export interface PinsOptions {
  readonly store: LockStore
  readonly onChanged: 'block' | 'allow'
  /** Lets others have a turn while many definitions are looked at. */
  readonly runtime?: Pick<Runtime, 'defer'> | undefined
  /** Called with each definition that is approved, before that is kept: what it rejects with, that `approve` rejects with. */
  readonly onApprove?: ((change: PinChange) => Promise<void>) | undefined
}

/**
 * Trust on first use: a tool is pinned as it is first seen, and as something else it is let through only once somebody has
 * approved that. Pins stay when a tool is gone: it cannot come back as another.
 *
 * What the store rejects with, that all methods reject with: nothing is allowed then, and nothing counts as told.
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

  /** What is blocked now because it differs from what is pinned: by servers, then in the order of their listings. */
  get changed(): readonly PinChange[] {
    return [...this.#servers.values()].flatMap(({ blocked }) => [...blocked.values()])
  }

  /**
   * Compares all tools of a server with its pins, and pins those that are new. Of one server one listing after the other.
   *
   * Rejects with OmniportError `limit` for a server that has had more tools than are kept.
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
   * Pins a tool as it was last listed; one that is gone loses its pin. Without a tool: all that are blocked. With a definition:
   * only as that one, which is the one that a person has seen. Gives what differed from its pin.
   *
   * Rejects with TypeError for a definition without a tool, OmniportError `not_found` for a tool that is neither listed nor pinned, and `denied` for one that is not as
   * defined.
   */
  approve(server: string, tool?: string, definition?: string): Promise<readonly PinChange[]> {
    return this.#mutex.run(server, undefined, async () => {
      if (tool === undefined && definition !== undefined) throw mustBe('approveTool: tool', 'its name', tool)
      const view = this.#viewOf(server)
      const names = tool === undefined ? [...view.blocked.keys()] : [tool]
      if (tool !== undefined && definition !== undefined && view.current(tool)?.definition !== definition)
        throw new OmniportError('denied', `${quoteName(tool)} of "${server}" is not as it was when it was approved`)
      const changes = await this.#exclusively(() => this.#approve(server, names))
      for (const name of names) view.recordApproval(name)
      return changes
    })
  }

  /** Takes out the pins of a server, and forgets what was told of it: the next sight of it is the first. */
  forgetServer(server: string): Promise<void> {
    return this.#mutex.run(server, undefined, async () => {
      await this.#exclusively(() => this.#options.store.write(server, new Map()))
      this.#servers.delete(server)
    })
  }

  /** Holds nothing of a server that is gone, but its pins. */
  release(server: string): Promise<void> {
    return this.#mutex.run(server, undefined, async () => void this.#servers.delete(server))
  }

  /** Another server has the name now: nothing that was listed before can be approved. */
  forgetListing(server: string): Promise<void> {
    return this.#mutex.run(server, undefined, async () => this.#servers.get(server)?.forgetListing())
  }

  /** What is suspicious about a definition, looked for once. */
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
      // Somebody else may have pinned or approved something since.
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
        throw new OmniportError('not_found', `"${server}" has no tool ${quoteName(name)} that could be approved`)
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
  /** As they are to be written; undefined: they are right. */
  readonly pins: ReadonlyMap<string, Pin> | undefined
}

/** Pins of one server, those of tools that are gone included. */
const maxPins = 10_000
const maxNameCharacters = 1024 * 1024

/** What is looked at in one go: some milliseconds. */
const tokensPerBatch = 16_384

function tooMany(server: string, what: string): OmniportError {
  const message = `"${server}" has had more than ${what}, which is as many as are pinned; forget its pins to start anew`
  return new OmniportError('limit', message)
}

function quoteName(tool: string): string {
  return JSON.stringify(truncate(tool))
}
