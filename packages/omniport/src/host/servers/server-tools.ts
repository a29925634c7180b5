import { SerialQueue } from '../../async/waiting/serial-queue.js'
import type { Tool } from '../../protocol/model/tool.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { truncate } from '../../values/text/truncate.js'
import type { CatalogueChange } from '../catalogue/catalogue.js'
import type { HostTool } from '../catalogue/host-tool.js'
import type { ListedTool } from '../catalogue/listed-tool.js'
import { ServerCatalogue } from '../catalogue/server-catalogue.js'
import type { HostServices } from '../host-services.js'
import type { PinChange } from '../pins/pin.js'
import type { ToolFilter } from './settings/server-settings.js'

/** The offered tools of one server: those of its last list that pass the filter, blocked or not by their pins. */
export class ServerTools {
  readonly #server: string
  readonly #services: HostServices
  readonly #catalogue: ServerCatalogue
  #last: readonly Tool[] | undefined
  #duplicates: readonly string[] = []
  #order = 0
  /** Counts the starts of the server; work for an earlier start is discarded. */
  #generation = 0
  /** The names offered when the server was last connected; empty while it is connected. */
  #formerNames: ReadonlySet<string> = new Set()
  readonly #queue = new SerialQueue()

  constructor(server: string, filter: ToolFilter | undefined, services: HostServices) {
    this.#server = server
    this.#services = services
    this.#catalogue = new ServerCatalogue({ server, filter, naming: services.options.toolName })
  }

  /**
   * Applies a new list and reports the differences. `order` is the order of the requests: a list that was requested before one
   * already applied is ignored. Rejects with errors of the pins; nothing is offered then.
   */
  update(tools: readonly Tool[], order: number): Promise<void> {
    return this.#enqueue(async () => {
      if (tools === this.#last || order < this.#order) return
      this.#order = order
      await this.#update(tools)
    })
  }

  reoffer(): Promise<void> {
    return this.#enqueue(async () => {
      if (this.#last !== undefined) await this.#update(this.#last)
    })
  }

  /** Withdraws all tools; updates in progress are discarded. */
  forget(): void {
    this.#generation += 1
    this.#withdraw()
  }

  hadTool(name: string): boolean {
    return this.#formerNames.has(name)
  }

  #withdraw(): void {
    const { catalogue } = this.#services
    if (this.#last !== undefined) this.#formerNames = new Set(catalogue.toolsOf([this.#server]).map(({ name }) => name))
    this.#last = undefined
    this.#publish(catalogue.delete(this.#server))
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const generation = this.#generation
    return this.#queue.run(() => (generation === this.#generation ? work() : undefined))
  }

  async #update(tools: readonly Tool[]): Promise<void> {
    const generation = this.#generation
    const { pins, events } = this.#services
    const { tools: listed, duplicates } = await this.#catalogue.read(tools)
    if (generation !== this.#generation) return
    const all = listed.map(({ tool }) => tool)
    const report = await pins.check(this.#server, all).catch((reason) => {
      if (generation === this.#generation) this.#withdraw()
      throw reason
    })
    if (generation === this.#generation) this.#offer(tools, listed, new Set(report.blocked))
    // Reported even if the server has ended meanwhile, because the pins count it as reported.
    for (const { tool, findings } of report.suspicious) {
      events.push({ type: 'findings', server: this.#server, tool: tool.tool, findings })
    }
    if (duplicates !== this.#duplicates) this.#reportDuplicates(duplicates)
    await this.#publishPinChanges(report.changes)
  }

  #offer(tools: readonly Tool[], listed: readonly ListedTool[], blocked: ReadonlySet<HostTool>): void {
    this.#last = tools
    this.#formerNames = new Set()
    const offered = listed.map((one) => (blocked.has(one.tool) ? { ...one, isBlocked: true } : one))
    this.#publish(this.#services.catalogue.replace(this.#server, offered))
  }

  /** Writes one record at a time, so that a server with many changes cannot fill the queue of the audit log. */
  async #publishPinChanges(changes: readonly PinChange[]): Promise<void> {
    const { audit, events, report } = this.#services
    const server = this.#server
    for (const change of changes) events.push({ type: 'pin', server, change })
    try {
      for (const { tool, change, definition } of changes) {
        await audit.append({ type: 'pin', server, tool, change, definition })
      }
    } catch (reason) {
      report(reason, server)
    }
  }

  #publish(change: CatalogueChange | undefined): void {
    if (change !== undefined) this.#services.events.push({ type: 'tools', server: this.#server, ...change })
  }

  #reportDuplicates(names: readonly string[]): void {
    this.#duplicates = names
    if (names.length === 0) return
    const which = truncate(names.join(', '))
    const message = `The server ${this.#server} lists several tools of one name: ${which}; the first of each name is used`
    this.#services.report(new OmniportError('invalid_result', message), this.#server)
  }
}
