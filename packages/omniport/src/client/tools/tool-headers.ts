import { findParamHeaders, type ParamHeader } from '../../protocol/headers/param-headers.js'
import { toParamHeaders } from '../../protocol/headers/to-request-headers.js'
import type { Tool } from '../../protocol/model/tool.js'

/** The arguments sent as headers. spec: basic/transports/streamable-http#custom-headers-from-tool-parameters */
export class ToolHeaders {
  readonly #report: (reason: unknown) => void
  #tools = new Map<string, readonly ParamHeader[]>()
  #refused = new Set<string>()

  constructor(report: (reason: unknown) => void) {
    this.#report = report
  }

  /** Replaces the marks of an earlier list. Returns the tools whose marks are valid, and reports each of the others once. */
  replace(tools: readonly Tool[]): readonly Tool[] {
    const headersByTool = new Map<string, readonly ParamHeader[]>()
    const refused = new Set<string>()
    const usable = tools.filter(({ name, inputSchema }) => {
      try {
        headersByTool.set(name, findParamHeaders(inputSchema))
        return true
      } catch (cause) {
        const problem = `The tool "${name.slice(0, 64)}" is left out: ${(cause as Error).message}` // it throws TypeError only
        refused.add(problem)
        if (!this.#refused.has(problem)) this.#report(new TypeError(problem, { cause }))
        return false
      }
    })
    this.#tools = headersByTool
    this.#refused = refused
    return usable
  }

  /** The headers of one call; empty for a tool that was never listed. */
  headersOf(name: string, args: unknown): Readonly<Record<string, string>> {
    const wanted = this.#tools.get(name)
    return wanted === undefined ? {} : toParamHeaders(wanted, args)
  }
}
