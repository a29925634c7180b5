import type { Resource } from '../../protocol/model/resource.js'
import { leaveOutMalformed } from '../../protocol/results/well-formed-items.js'
import { skillProblem } from '../../skills/check-skill.js'
import { type Skill, skillsExtension } from '../../skills/skill.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import { mustBe } from '../../values/options/check-options.js'
import type { CallOptions, ListOptions } from '../call-options.js'
import type { CachedRequests } from '../requests/cached-requests.js'
import { checkCallOptions } from '../requests/check-arguments.js'
import type { ClientRequests } from '../requests/client-requests.js'
import type { LoadedSkill } from './loaded-skill.js'

export interface ClientSkillsOptions {
  readonly requests: ClientRequests
  readonly cached: CachedRequests
  /** The capabilities that the server declared. */
  readonly capabilities: () => Readonly<Record<string, unknown>>
  /** Reports the entries that a list comes without. */
  readonly onLeftOut: (problem: string) => void
}

/** The skills of a server. `Client` documents the methods and their errors. */
export class ClientSkills {
  readonly #options: ClientSkillsOptions

  constructor(options: ClientSkillsOptions) {
    this.#options = options
  }

  async list(options?: ListOptions): Promise<readonly Skill[]> {
    await this.#settings('skills/list', options)
    const { cached, onLeftOut } = this.#options
    const list = { member: 'skills', check: skillProblem, onLeftOut }
    // What is left has passed the check.
    const itemsOf = (page: object) => leaveOutMalformed('skills/list', { ...page }, list)['skills'] as Skill[]
    return cached.pages('skills/list', { itemsOf }, options)
  }

  async get(uri: string, options?: ListOptions): Promise<Skill> {
    if (typeof uri !== 'string') throw mustBe('getSkill: uri', 'the URI of a SKILL.md', uri)
    await this.#settings('skills/get', options)
    const { skill } = await this.#options.cached.request('skills/get', { uri }, options)
    const problem = skillProblem(skill) ?? (skill['uri'] === uri ? undefined : 'uri must be that of the request')
    if (problem !== undefined) throw new OmniportError('invalid_result', `skills/get: skill: ${problem}`)
    return skill as object as Skill // as it was just checked
  }

  async load(skill: string | Skill, options?: CallOptions): Promise<LoadedSkill> {
    if (typeof skill !== 'string' && !isObject(skill)) throw mustBe('skill', 'a URI or the entry of a skill', skill)
    await this.#settings('skills/get', options)
    const entry = typeof skill === 'string' ? await this.get(skill, { ...options, fresh: true }) : skill
    const { loadSkill } = await import('./load-skill.js')
    // An entry fits the files of one moment, so they are not taken from the cache of an earlier one.
    const read = (uri: string, options?: CallOptions) =>
      this.#options.cached.request('resources/read', { uri }, { ...options, fresh: true })
    return loadSkill(entry, read, options)
  }

  async readDirectory(uri: string, options?: CallOptions): Promise<readonly Resource[]> {
    if (typeof uri !== 'string') throw mustBe('readDirectory: uri', 'the URI of a directory', uri)
    const { directoryRead } = await this.#settings('resources/directory/read', options)
    if (directoryRead !== true) {
      throw new OmniportError(
        'unsupported',
        'The server did not declare directoryRead: resources/directory/read is not sent. The entry of a skill has all its files',
      )
    }
    const itemsOf = ({ resources }: { readonly resources: readonly Resource[] }) => resources
    return this.#options.cached.pages('resources/directory/read', { params: { uri }, itemsOf }, options)
  }

  /** The settings that the server declared. Rejects with OmniportError `unsupported` if it did not declare the extension. */
  async #settings(method: string, options: CallOptions | undefined): Promise<Readonly<Record<string, unknown>>> {
    checkCallOptions(options)
    await this.#options.requests.ready(options)
    const extensions = this.#options.capabilities()['extensions']
    const isDeclared = isObject(extensions) && Object.hasOwn(extensions, skillsExtension)
    const settings = isDeclared ? extensions[skillsExtension] : undefined
    if (isObject(settings)) return settings
    throw new OmniportError(
      'unsupported',
      `The server did not declare ${skillsExtension}: ${method} is not sent. If it serves skills as plain resources, list and read them as those`,
    )
  }
}
