import { isDeepStrictEqual } from 'node:util'
import type { ToolResult } from '../../../entries/client.js'
import type { HostTool } from '../../../entries/host.js'
import { fieldsOf } from '../form/fields-of.js'
import { fillForm } from '../form/fill-form.js'
import { type Part, partOf } from '../result/parts.js'
import { showParts } from '../result/show-parts.js'
import type { Choice } from '../screen/prompts.js'
import { truncateText } from '../screen/truncate-text.js'
import { marked } from '../screen/wrap-marked.js'
import { attempt } from '../session/attempt.js'
import { type ChosenServers, chooseServers } from '../session/choose-servers.js'
import { menu } from '../session/menu.js'
import { printNothingFound } from '../session/print-nothing-found.js'
import type { SessionContext } from '../session/session-context.js'

/** Lists or searches the tools of a server, or of all; asks for the arguments of one, and calls it. */
export function toolsMenu(context: SessionContext): Promise<void> {
  return chooseServers(context, (chosen) => toolsOf(context, chosen))
}

async function toolsOf(context: SessionContext, servers: ChosenServers): Promise<void> {
  const { host, screen } = context
  const list = () => attempt(screen, 'Asking for the tools', ({ signal }) => host.tools({ ...servers, signal }))
  let tools = await list()
  if (tools === undefined) return
  if (tools.length === 0) return printNothingFound(context, 'tools', servers)
  await menu<HostTool | typeof search>(screen, {
    message: 'Which tool',
    choices: () => [...(tools && tools.length > mostListed ? [searching] : []), ...(tools ?? []).map(toChoice)],
    act: async (chosen) => {
      if (chosen === search) await searchTools(context, servers)
      else await callTool(context, chosen)
      tools = (await list()) ?? tools
    },
  })
}

const search = Symbol('search')
const searching: Choice<typeof search> = { value: search, label: 'Search by description …' }

/** Longer lists get a search. */
const mostListed = 20

function toChoice(tool: HostTool): Choice<HostTool> {
  const { name, title, description } = tool
  const words = title ?? description
  return { value: tool, label: name, ...(words !== undefined && { hint: truncateText(firstLine(words), 100) }) }
}

function firstLine(text: string): string {
  return text.trim().split(/\r?\n/, 1)[0] ?? ''
}

async function searchTools(context: SessionContext, servers: ChosenServers): Promise<void> {
  const { host, screen } = context
  const words = await screen.text({ message: 'What should it do' })
  if (words === undefined || words.trim() === '') return
  const found = await attempt(screen, 'Looking', ({ signal }) => host.searchTools(words, { ...servers, signal }))
  if (found === undefined) return
  if (found.length === 0) return screen.print('plain', 'Nothing fits these words.')
  const tool = await screen.select({ message: 'Which tool', options: found.map(({ tool }) => toChoice(tool)) })
  if (tool !== undefined) await callTool(context, tool)
}

/** The host asks for consent to the call. After a failure the arguments can be changed. */
async function callTool(context: SessionContext, tool: HostTool): Promise<void> {
  const { host, screen } = context
  await screen.note(tool.title ?? tool.name, about(tool))
  const fields = fieldsOf(tool.inputSchema)
  let values: ReadonlyMap<string, unknown> = new Map()
  for (let isAgain = false; ; isAgain = true) {
    const accept = { value: 'call', label: `Call ${tool.name}` }
    const filled = await fillForm(screen, { fields, values, accept, others: [], isReviewed: isAgain })
    if (filled === undefined) return
    const result = await attempt(screen, `Calling ${tool.name}`, ({ signal, update }) =>
      host.callTool(tool.name, filled.values, { signal, onProgress: update }),
    )
    if (result !== undefined) return showResult(context, { server: tool.server, tool: tool.name, result })
    const message = 'Call it again, with other arguments?'
    if (fields.length === 0 || (await screen.confirm({ message, initial: false })) !== true) return
    values = new Map(Object.entries(filled.values))
  }
}

function about({ server, tool, description, annotations }: HostTool): string {
  const claims = [
    ...(annotations?.readOnlyHint === true ? ['only reads'] : []),
    ...(annotations?.destructiveHint === true && annotations.readOnlyHint !== true ? ['may destroy'] : []),
    ...(annotations?.openWorldHint === true ? ['reaches out of this machine'] : []),
  ]
  const says = claims.length === 0 ? [] : [`The server says that it ${claims.join(', and ')}.`]
  return [
    `${tool} of ${server}`,
    ...(description === undefined ? [] : [marked(truncateText(description, 4_000))]),
    ...says,
  ].join('\n')
}

/** Shows the result of a call, without text that only repeats the structured value. */
async function showResult(
  context: SessionContext,
  called: { readonly server: string; readonly tool: string; readonly result: ToolResult<unknown> },
): Promise<void> {
  const { server, tool, result } = called
  const isBad = result.isError === true
  const title = isBad ? `${tool} failed` : `${tool} answered`
  await showParts(context, { server, title, parts: partsOf(result), json: result, isBad })
}

function partsOf({ content, structuredContent }: ToolResult<unknown>): readonly Part[] {
  if (structuredContent === undefined) return content.map(partOf)
  const others = content.filter((block) => block.type !== 'text' || !isSame(block.text, structuredContent))
  return [...others.map(partOf), { text: JSON.stringify(structuredContent, undefined, 2) }]
}

function isSame(text: string, value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), value)
  } catch {
    return false
  }
}
