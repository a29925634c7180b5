import { appUriOf } from '../../entries/client.js'
import { type Host, type HostSkill, type KnownTool, type PinChange, scanTool } from '../../entries/host.js'
import { parseTemplate } from '../../uri/parse-template.js'
import type { Catalogue, Skill, Tool } from '../contract.js'

/** Reads what a connected server offers; with `fresh`, past all caches. A list that cannot be read is left out, with the problem. */
export async function readCatalogue(host: Host, server: string, fresh: boolean): Promise<Catalogue> {
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
    attempt('tools', () => readTools(host, server, fresh)),
    attempt('resources', () => client.listResources({ fresh })),
    attempt('templates', async () => (await client.listResourceTemplates({ fresh })).map(withVariables)),
    attempt('prompts', () => client.listPrompts({ fresh })),
    attempt('skills', async () => (await host.skills({ servers: [server], waitMs: listMs })).map(toSkill)),
  ])
  // The lists came as JSON.
  return JSON.parse(JSON.stringify({ server, tools, resources, templates, prompts, skills, problems })) as Catalogue
}

async function readTools(host: Host, server: string, fresh: boolean): Promise<readonly Tool[]> {
  const known = await host.knownTools(server, { fresh, timeoutMs: listMs })
  const changes = new Map(
    host.changedTools.filter((change) => change.server === server).map((change) => [change.tool, change]),
  )
  return known.map((tool) => toTool(tool, changes.get(tool.tool.tool)))
}

function toTool({ tool: listed, isBlocked, isForModels }: KnownTool, change: PinChange | undefined): Tool {
  const { name: modelName, server: _server, tool: name, definition, tokens, ...rest } = listed
  const json = {
    ...rest,
    name,
    ...(isForModels && !isBlocked && { modelName }),
    tokens,
    definition: change?.definition ?? definition,
    pin: isBlocked ? 'changed' : 'pinned',
    findings: scanTool({ ...rest, name }),
    appUri: appUriOf(listed),
    isForApps: !isForModels,
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
