import type { Client, LoadedSkillFile, Skill } from '../../entries/client.js'
import { type CallLimits, withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { writeJson } from '../output/write-json.js'
import type { Io } from '../process/io.js'

/**
 * `skills <target>` prints the skills that a server lists. With the name or the URI of one it prints its `SKILL.md`, and with a path
 * as well that file. Content is checked against the entry of the skill before it is printed.
 */
export async function skillsCommand(invocation: Invocation, io: Io): Promise<number> {
  const [which, path = 'SKILL.md', ...rest] = invocation.words
  if (rest.length > 0) throw new CliError('usage', `skills takes a skill and one path, got "${rest[0]}" as well`)
  await withClient(invocation, io, async (client, limits) => {
    const result = which === undefined ? await list(client, limits) : await read(client, { which, path }, limits)
    await writeJson(result, invocation.options, io)
  })
  return 0
}

async function list(client: Client, limits: CallLimits): Promise<object> {
  return { skills: (await client.listSkills(limits)).map(describe) }
}

function describe({ uri, frontmatter: { name, description }, resources }: Skill): object {
  if (resources === 'dynamic') return { name, uri, description, files: resources }
  const bytes = resources.reduce((sum, { size }) => sum + size, 0)
  return { name, uri, description, files: resources.length, bytes }
}

interface FileChoice {
  readonly which: string
  readonly path: string
}

async function read(client: Client, { which, path }: FileChoice, limits: CallLimits): Promise<object> {
  const skill = which.includes('://') ? which : await find(client, which, limits)
  const loaded = await client.skill(skill, limits)
  return toContents(await loaded.read(path, limits))
}

/** A name may belong to several skills of a server. spec: extensions/skills#names */
async function find(client: Client, name: string, limits: CallLimits): Promise<Skill> {
  const found = (await client.listSkills(limits)).filter(({ frontmatter }) => frontmatter.name === name)
  const [skill, other] = found
  if (skill === undefined) {
    throw new CliError('not_found', `The server lists no skill ${name}; one that it does not list has a URI`)
  }
  if (other === undefined) return skill
  const uris = found.map(({ uri }) => uri).join(', ')
  throw new CliError('usage', `skills: there are ${found.length} skills named ${name}; say which URI: ${uris}`)
}

/** As a resource has its contents. */
function toContents({ uri, mimeType, bytes, text }: LoadedSkillFile): object {
  const content = text === undefined ? { blob: Buffer.from(bytes).toString('base64') } : { text }
  return { uri, ...(mimeType !== undefined && { mimeType }), ...content }
}
