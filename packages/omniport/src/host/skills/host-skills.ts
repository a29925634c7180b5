import type { CallOptions } from '../../client/call-options.js'
import type { Skill } from '../../skills/skill.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { truncate } from '../../values/text/truncate.js'
import { assignNames } from '../catalogue/catalogue.js'
import { redactUrl } from '../consent/requests/redact-url.js'
import type { ToolsOptions } from '../host.js'
import type { HostServices } from '../host-services.js'
import type { HostedServer } from '../servers/hosted-server.js'
import type { HostedServers } from '../servers/hosted-servers.js'
import { type DescribedSkill, describeEntry } from './describe-entry.js'
import type { HostSkill } from './host-skill.js'
import { loadSkill } from './load-skill.js'
import type { LoadedHostSkill } from './loaded-host-skill.js'
import { withStates } from './skill-states.js'

/** Names a skill: by its name in the host, or by its server and URI. */
export type SkillChoice = string | Pick<HostSkill, 'server' | 'uri'>

/** The skills of all servers of a host. `Host` documents the methods and their errors. */
export class HostSkills {
  readonly #services: HostServices
  readonly #servers: HostedServers
  readonly #described = new WeakMap<Skill, Promise<DescribedSkill>>()
  /** The last list of each server. */
  readonly #listed = new Map<HostedServer, readonly HostSkill[]>()
  /** The problems of the last list of each server. */
  readonly #reported = new WeakMap<HostedServer, ReadonlySet<string>>()

  constructor(services: HostServices, servers: HostedServers) {
    this.#services = services
    this.#servers = servers
  }

  async list(options: ToolsOptions = {}): Promise<readonly HostSkill[]> {
    const lists = await this.#servers.gather(options, (server) => this.#listServer(server))
    return lists.flat()
  }

  async load(choice: SkillChoice, options: CallOptions = {}): Promise<LoadedHostSkill> {
    const { server: name, uri } = typeof choice === 'string' ? await this.#find(choice, options) : choice
    const server = this.#servers.get(name)
    const skill = await this.#current(server, uri, options)
    const isSame = (other: HostSkill) => other.skill === skill.skill && other.server !== name
    const sameName = this.#known.filter(isSame).map((other) => ({ server: other.server, uri: other.uri }))
    return loadSkill({ server, skill, sameName, options }, this.#services)
  }

  async approve({ server: name, uri }: Pick<HostSkill, 'server' | 'uri'>, definition?: string): Promise<void> {
    const { audit, skillPins } = this.#services
    const skill = await this.#current(this.#servers.get(name), uri, {})
    if (definition !== undefined && definition !== skill.definition) {
      const message = `${skill.name} of ${truncate(name)} has changed again since the version that was approved`
      throw new OmniportError('denied', message)
    }
    const entry = { type: 'skill', server: name, uri: redactUrl(uri), action: 'approve' } as const
    await audit.append({ ...entry, definition: skill.definition })
    await skillPins.pin(name, uri, skill.definition)
  }

  /** The skills that were listed last, of the servers that are there. */
  get #known(): readonly HostSkill[] {
    return this.#servers.all.flatMap((server) => this.#listed.get(server) ?? [])
  }

  /** For an unknown name it lists the skills of all servers. */
  async #find(name: string, { signal }: CallOptions): Promise<HostSkill> {
    const find = () => this.#known.find((skill) => skill.name === name)
    const known = find()
    if (known !== undefined) return known
    await this.list({ signal })
    const found = find()
    if (found === undefined) throw new OmniportError('not_found', `There is no skill ${truncate(name)}`)
    return found
  }

  async #listServer(server: HostedServer): Promise<readonly HostSkill[]> {
    const entries = await server.supervisor.use((client, signal) =>
      client.listSkills({ signal }).catch(noneIfUnsupported),
    )
    const described = new Map<string, DescribedSkill>()
    const problems = new Set<string>()
    for (const entry of entries) {
      if (described.has(entry.uri)) {
        problems.add(`The skill ${truncate(entry.uri)} is listed twice; the first is used`)
        continue
      }
      try {
        described.set(entry.uri, await this.#describe(server, entry))
      } catch (reason) {
        if (!OmniportError.is(reason)) throw reason
        problems.add(reason.message)
      }
    }
    this.#report(server, problems)
    const named = [...assignNames([...described.values()])].map(([name, skill]) => toNamed(skill, name))
    const skills = await withStates({ server: server.name, launch: server.launch, skills: named }, this.#services)
    for (const former of this.#listed.keys()) if (!this.#servers.all.includes(former)) this.#listed.delete(former)
    this.#listed.set(server, skills)
    return skills
  }

  /** The skill as its server describes it now. */
  async #current(server: HostedServer, uri: string, options: CallOptions): Promise<HostSkill> {
    const { signal } = options
    const get = { ...options, fresh: true }
    const entry = await server.supervisor.use((client) => client.getSkill(uri, get), signal)
    const described = await describeEntry(server.name, entry)
    // A skill that is not listed never takes a name that a listed one could have.
    const listed = this.#listed.get(server)?.find((skill) => skill.uri === uri)?.name
    const skills = [toNamed(described, listed ?? described.names.at(-2) ?? described.names[0])]
    const [skill] = await withStates({ server: server.name, launch: server.launch, skills }, this.#services)
    if (skill === undefined) throw new OmniportError('not_found', `There is no skill ${truncate(uri)}`)
    return skill
  }

  #describe(server: HostedServer, entry: Skill): Promise<DescribedSkill> {
    const known = this.#described.get(entry)
    if (known !== undefined) return known
    const described = describeEntry(server.name, entry)
    this.#described.set(entry, described)
    return described
  }

  /** Reports each problem once, for as long as it lasts. */
  #report({ name }: HostedServer, problems: ReadonlySet<string>): void {
    const server = this.#servers.get(name)
    const before = this.#reported.get(server)
    this.#reported.set(server, problems)
    for (const problem of problems) {
      if (before?.has(problem) !== true) this.#services.report(new OmniportError('invalid_result', problem), name)
    }
  }
}

function toNamed({ names, ...skill }: DescribedSkill, name: string): Omit<HostSkill, 'state'> {
  return { ...skill, name }
}

function noneIfUnsupported(reason: unknown): readonly Skill[] {
  if (OmniportError.is(reason) && reason.code === 'unsupported') return []
  throw reason
}
