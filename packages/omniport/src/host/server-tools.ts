import { clip } from '../jsonrpc/clip.js'
import { OmniportError } from '../jsonrpc/omniport-error.js'
import type { Tool } from '../protocol/model/tool.js'
import type { CatalogueChange } from './catalogue/catalogue.js'
import { ServerCatalogue } from './catalogue/server-catalogue.js'
import type { HostHome } from './host-home.js'
import type { PinChange } from './pins/pin.js'
import type { ToolFilter } from './server-settings.js'

/** What is offered of the tools of one server: those of its last list that are let through, and as they are pinned. */
export class ServerTools {
  readonly #server: string
  readonly #home: HostHome
  readonly #catalogue: ServerCatalogue
  #last: readonly Tool[] | undefined
  /** Of which start of the server its list is. */
  #life = 0
  /** Lists are taken one after the other. */
  #idle: Promise<unknown> = Promise.resolve()

  constructor(server: string, filter: ToolFilter | undefined, home: HostHome) {
    this.#server = server
    this.#home = home
    this.#catalogue = new ServerCatalogue({ server, filter, naming: home.options.toolName })
  }

  /** Offers what the server lists now, and tells what is different. Rejects with what the pins reject with: nothing is offered then. */
  take(tools: readonly Tool[]): Promise<void> {
    const taken = this.#idle.then(() => this.#take(tools))
    this.#idle = taken.catch(() => {})
    return taken
  }

  /** Looks at the last list again: something in it was approved. */
  async again(): Promise<void> {
    const tools = this.#last
    this.#last = undefined
    if (tools !== undefined) await this.take(tools)
  }

  /** Nothing is offered any more. */
  forget(): void {
    this.#last = undefined
    this.#life += 1
    this.#tell(this.#home.catalogue.delete(this.#server))
  }

  async #take(tools: readonly Tool[]): Promise<void> {
    if (tools === this.#last) return
    const life = this.#life
    const { catalogue, pins, events } = this.#home
    const { tools: listed, duplicates } = await this.#catalogue.read(tools)
    const report = await pins.check(
      this.#server,
      listed.map(({ tool }) => tool),
    )
    if (life !== this.#life) return
    const blocked = new Set(report.blocked)
    this.#last = tools
    this.#tell(
      catalogue.replace(
        this.#server,
        listed.map((one) => (blocked.has(one.tool) ? { ...one, isBlocked: true } : one)),
      ),
    )
    for (const { tool, findings } of report.suspicious) {
      events.push({ type: 'findings', server: this.#server, tool: tool.tool, findings })
    }
    for (const change of report.changes) this.#tellPin(change)
    for (const name of duplicates) this.#reportDuplicate(name)
  }

  #tellPin(change: PinChange): void {
    const { audit, events, report } = this.#home
    events.push({ type: 'pin', server: this.#server, change })
    const entry = {
      type: 'pin',
      server: this.#server,
      tool: change.tool,
      change: change.change,
      definition: change.definition,
    } as const
    audit.append(entry).catch((reason) => report(reason, this.#server))
  }

  #tell(change: CatalogueChange | undefined): void {
    if (change !== undefined) this.#home.events.push({ type: 'tools', server: this.#server, ...change })
  }

  #reportDuplicate(name: string): void {
    const message = `The server ${this.#server} lists the tool ${clip(name)} more than once; the first one is used`
    this.#home.report(new OmniportError('invalid_result', message), this.#server)
  }
}
