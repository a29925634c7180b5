import { appUriOf, type Client } from '../../entries/client.js'
import { type Host, type HostSkill, type HostTool, type PinChange, scanTool } from '../../entries/host.js'
import type { Tool as WireTool } from '../../entries/index.js'
import { parseTemplate } from '../../uri/parse-template.js'
import type { Catalogue, Skill, Tool } from '../contract.js'

/** Reads what a connected server offers. A list that cannot be read is left out, with the problem. */
export async function readCatalogue(host: Host, server: string): Promise<Catalogue> {
  const client = await host.client(server)
  const problems: Record<string, string> = {}
  const attempt = async <T>(list: string, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (reason) {
      problems[list] = reason instanceof Error ? reason.message : String(reason)
      return undefined
    }
  }
  const [tools, resources, templates, prompts, skills] = await Promise.all([
    attempt('tools', () => readTools(host, client, server)),
    attempt('resources', () => client.listResources()),
    attempt('templates', async () => (await client.listResourceTemplates()).map(withVariables)),
    attempt('prompts', () => client.listPrompts()),
    attempt('skills', async () => (await host.skills({ servers: [server], waitMs: listMs })).map(toSkill)),
  ])
  // The lists came as JSON.
  return JSON.parse(JSON.stringify({ server, tools, resources, templates, prompts, skills, problems })) as Catalogue
}

async function readTools(host: Host, client: Client, server: string): Promise<readonly Tool[]> {
  const offered = await host.tools({ servers: [server], waitMs: listMs })
  const listed = await client.listTools()
  const byName = new Map(offered.map((tool) => [tool.tool, tool]))
  const changes = new Map(
    host.changedTools.filter((change) => change.server === server).map((change) => [change.tool, change]),
  )
  return listed.map((tool) => toTool(tool, byName.get(tool.name), changes.get(tool.name)))
}

function toTool(tool: WireTool, offered: HostTool | undefined, change: PinChange | undefined): Tool {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = tool
  const { icons, execution } = tool as { readonly icons?: unknown; readonly execution?: unknown }
  const appUri = appUriOf(tool)
  const isBlocked = change?.isBlocked === true
  const json = {
    name,
    modelName: offered?.name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
    icons,
    execution,
    _meta,
    tokens: offered?.tokens ?? Math.ceil(JSON.stringify({ name, description, inputSchema }).length / 4),
    definition: offered?.definition ?? change?.definition ?? '',
    pin: isBlocked ? 'changed' : 'pinned',
    findings: scanTool(tool),
    appUri,
    isForApps: offered === undefined && !isBlocked,
  }
  return json as unknown as Tool // it came as JSON
}

function withVariables<T extends { readonly uriTemplate: string }>(template: T): T & { variables: readonly string[] } {
  return { ...template, variables: variablesOf(template.uriTemplate) }
}

function variablesOf(uriTemplate: string): readonly string[] {
  try {
    return parseTemplate(uriTemplate).variables.map(({ name }) => name)
  } catch {
    return []
  }
}

function toSkill({ entry, ...skill }: HostSkill): Skill {
  const { name, uri, description, bytes, definition, tokens, findings, state } = skill
  const json = {
    name,
    uri,
    skill: skill.skill,
    description,
    files: filesOf(entry, uri),
    bytes,
    frontmatter: entry.frontmatter,
    definition,
    tokens,
    findings,
    state,
  }
  return json as unknown as Skill // it came as JSON
}

function filesOf({ resources }: HostSkill['entry'], uri: string): unknown {
  if (resources === 'dynamic') return 'dynamic'
  const folder = uri.slice(0, uri.lastIndexOf('/') + 1)
  const pathOf = (file: string) => (file.startsWith(folder) ? file.slice(folder.length) : file)
  return resources.map((file) => ({ path: pathOf(file.uri), uri: file.uri, bytes: file.size }))
}

/** Time for a list of a server that is connected. */
const listMs = 30_000
