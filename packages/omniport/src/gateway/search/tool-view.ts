import { SerialQueue } from '../../async/waiting/serial-queue.js'
import type { HostTool } from '../../host/catalogue/host-tool.js'
import { SearchTools } from '../../host/catalogue/search/search-tools.js'
import { serverOfName } from '../../host/catalogue/tool-names.js'
import type { Tool } from '../../protocol/model/tool.js'

/** The tools that one caller sees, indexed for search. Only what changed since the last search is indexed again. */
export class ToolView {
  readonly #queue = new SerialQueue()
  readonly #catalogue: { tools: readonly HostTool[] } = { tools: [] }
  readonly #search = new SearchTools(this.#catalogue)
  #known: ReadonlyMap<string, IndexedTool> = new Map()

  /** Finds the names of those of `tools` that match best, best first. */
  find(tools: ReadonlyMap<string, Tool>, query: string, limit: number): Promise<readonly string[]> {
    return this.#queue.run(async () => {
      this.#update(tools)
      const found = await this.#search.find(query, { limit })
      return found.map(({ tool }) => tool.name)
    })
  }

  #update(tools: ReadonlyMap<string, Tool>): void {
    const known = new Map([...tools].map(([name, tool]) => [name, this.#index(name, tool)]))
    const isSame = known.size === this.#known.size && [...known].every(([name, tool]) => this.#known.get(name) === tool)
    if (isSame) return
    this.#known = known
    this.#catalogue.tools = [...known.values()].map(({ indexed }) => indexed)
  }

  /** A list may come as new objects each time. */
  #index(name: string, tool: Tool): IndexedTool {
    const before = this.#known.get(name)
    if (before?.tool === tool) return before
    const text = JSON.stringify([tool.title, tool.annotations?.title, tool.description, tool.inputSchema])
    return before?.text === text ? before : { tool, text, indexed: toIndexed(name, tool) }
  }
}

interface IndexedTool {
  readonly tool: Tool
  /** What is indexed of it, as JSON. */
  readonly text: string
  readonly indexed: HostTool
}

/** The upstream, which is the first part of the name, has its share of the index. */
function toIndexed(name: string, tool: Tool): HostTool {
  const server = serverOfName(name) ?? ''
  const own = server === '' ? name : name.slice(server.length + 2)
  return { ...tool, name, server, tool: own, definition: '', tokens: 0 }
}
