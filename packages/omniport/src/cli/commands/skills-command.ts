import type { Client, LoadedSkillFile, Skill } from '../../entries/client.js'
import type { ResourceContents } from '../../entries/protocol.js'
import { type CallLimits, withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { formatValue } from '../output/format-value.js'
import { type VerbResult, writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { formatContents } from '../render/format-content.js'
import { saveFiles } from '../render/save-files.js'
import type { SaveFlags } from '../render/save-flags.js'

/**
 * `skills <target>` prints the skills that a server lists. With the name or the URI of one it prints its `SKILL.md`, and with a path
 * as well that file. Content is checked against the entry of the skill before it is printed.
 */
export async function skillsCommand(invocation: Invocation<SaveFlags>, io: Io): Promise<number> {
  const [which, path = 'SKILL.md', ...rest] = invocation.words
  if (rest.length > 0) throw new CliError('usage', `skills takes a skill and one path, got "${rest[0]}" as well`)
  await withClient(invocation, io, async (client, limits) => {
    if (which === undefined) return writeResult(await list(client, limits), invocation.options, io)
    const value = await read(client, { which, path }, limits)
    const saved = await saveFiles([value], { ...invocation.flags, withText: true }, io)
    await writeResult({ value, toText: (page) => formatContents(value, page, saved) }, invocation.options, io)
  })
  return 0
}

async function list(client: Client, limits: CallLimits): Promise<VerbResult> {
  const skills = (await client.listSkills(limits)).map(describe)
  return { value: { skills }, toText: (page) => formatValue(skills, page) }
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

async function read(
  client: Client,
  { which, path }: FileChoice,
  limits: CallLimits,
): Promise<ResourceContents<string>> {
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
function toContents({ uri, mimeType, bytes, text }: LoadedSkillFile): ResourceContents<string> {
  const named = { uri, ...(mimeType !== undefined && { mimeType }) }
  return text === undefined ? { ...named, blob: Buffer.from(bytes).toString('base64') } : { ...named, text }
}
