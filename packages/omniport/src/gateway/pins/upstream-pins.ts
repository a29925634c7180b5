import type { HostTool } from '../../host/catalogue/host-tool.js'
import { digestDefinition } from '../../host/catalogue/server-catalogue.js'
import { createMemoryLock } from '../../host/pins/memory-lock.js'
import type { LockStore, PinChange } from '../../host/pins/pin.js'
import { Pins } from '../../host/pins/pins.js'
import type { Tool } from '../../protocol/model/tool.js'
import { objectValue, oneOf } from '../../protocol/options/option-checks.js'
import { type Check, checkOptions, type OptionChecks } from '../../values/options/check-options.js'
import type { GatewayServices } from '../gateway-services.js'

/** The option `pins` of a gateway. */
export interface GatewayPinOptions {
  /** Stores the pinned definitions, such as `createFileLock('mcp.lock')` of `omniport/host`. Default: in memory. */
  readonly lock?: LockStore | undefined
  /**
   * Blocks a tool whose definition has changed until it is approved, or only announces that. **The risk** of `allow`: an upstream
   * can present one definition for review and later use another. Default: `block`.
   */
  readonly onChanged?: 'block' | 'allow' | undefined
}

const checks: OptionChecks<GatewayPinOptions> = { lock: objectValue, onChanged: oneOf('block', 'allow') }

/** Checks the option `pins`. */
export const pinOptions: Check = (path, value) => void checkOptions(path, value as object, checks)

/** The pinned definitions of the tools of all upstreams, as those have them. */
export class UpstreamPins {
  readonly #pins: Pins
  readonly #announce: GatewayServices['announce']
  /** A list is often the same as before. */
  readonly #read = new WeakMap<Tool, HostTool>()

  constructor(
    { lock = createMemoryLock(), onChanged = 'block' }: GatewayPinOptions,
    { runtime, announce }: Pick<GatewayServices, 'runtime' | 'announce'>,
  ) {
    this.#pins = new Pins({ store: lock, onChanged, runtime })
    this.#announce = announce
  }

  get changed(): readonly PinChange[] {
    return this.#pins.changed
  }

  /**
   * Compares the tools of an upstream with their pins, and pins new ones; what is different is announced once. Returns the names
   * of those that are blocked. Rejects as the store does: then nothing is offered.
   */
  async check(upstream: string, tools: readonly Tool[]): Promise<ReadonlySet<string>> {
    const listed = await Promise.all(tools.map((tool) => this.#toHostTool(upstream, tool)))
    const { allowed, blocked, changes, suspicious } = await this.#pins.check(upstream, listed)
    for (const { tool, findings } of suspicious) {
      this.#announce?.('tool-reported', { upstream, tool: tool.tool, change: 'first', isBlocked: false, findings })
    }
    for (const { tool, change, definition, isBlocked, findings } of changes) {
      // Another client may be shown what is missing here.
      if (change === 'removed') continue
      this.#announce?.('tool-reported', { upstream, tool, change, definition, isBlocked, findings })
    }
    const names = new Set(blocked.map(({ tool }) => tool))
    for (const { tool } of allowed) names.delete(tool) // the first of several with one name
    return names
  }

  /** Pins the current definition of a tool, or of all that are blocked. Rejects as `Host.approveTool` does. */
  async approve(upstream: string, tool: string | undefined, definition: string | undefined): Promise<void> {
    await this.#pins.approve(upstream, tool, definition)
  }

  async #toHostTool(server: string, tool: Tool): Promise<HostTool> {
    const known = this.#read.get(tool)
    if (known !== undefined) return known
    const read = { ...tool, server, tool: tool.name, definition: await digestDefinition(tool), tokens: estimate(tool) }
    this.#read.set(tool, read)
    return read
  }
}

/** The scan of many tools pauses by their size. */
function estimate(tool: Tool): number {
  return Math.ceil(JSON.stringify(tool).length / 4)
}
